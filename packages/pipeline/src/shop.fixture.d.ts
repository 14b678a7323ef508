import type { LocalReview } from "@proofloop/jobs/forge";
import type { Model, ModelRequest } from "@proofloop/runtime";
import { type ScriptedStep } from "@proofloop/runtime/testing";
/** A small shop whose discount is computed the wrong way, and whose test says so. */
export declare const SHOP_FILES: {
    "src/price.mjs": string;
    "tests/price.test.mjs": string;
    "package.json": string;
    "README.md": string;
};
/** What a planner is to answer. */
export declare const PLAN: {
    tasks: {
        id: string;
        title: string;
        priority: number;
        metric: string;
        description: string;
        subtasks: {
            id: string;
            title: string;
            description: string;
            file_hints: string[];
            action: string;
        }[];
    }[];
};
/** What the worker does turn by turn, by a word of its prompt. */
export declare const GOOD_WORK: WorkScript;
/** A worker that was asked to say percent. */
export declare const RENAMED: WorkScript;
/** A person's review with a comment on the first line of a file. */
export declare function reviewOn(path: string, body: string): LocalReview;
export type WorkScript = Readonly<Record<string, readonly ScriptedStep[]>>;
/** A worker that follows the script whose word its first message contains, and reports a missing script. */
export declare function workerModel(script: WorkScript, asked?: string[]): Model;
export declare function textOf({ messages }: ModelRequest): string;
