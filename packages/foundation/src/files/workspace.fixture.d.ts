/** A folder with a space in its path and these files in it; removed when the test ends. */
export declare function folderWith(files?: Readonly<Record<string, string | Buffer>>): Promise<string>;
export declare function addFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): Promise<void>;
