/** A shape of tokens, and its possible beginnings: every matching text holds one. */
export interface VendorShape {
  readonly marks: readonly string[]
  readonly pattern: RegExp
}

/** Each shape asks for its vendor's alphabet and about its length, so that names with the same beginning stay. */
export const vendorShapes: readonly VendorShape[] = [
  // Model vendors.
  {
    marks: words("sk- hf_ gsk_ r8_ xai- pplx- tvly- nvapi-"),
    pattern:
      /(?<![A-Za-z0-9])(?:sk-(?:(?:ant|proj|or|svcacct|admin|lf|live|test)-[\w-]{12,512}|[A-Za-z0-9]{12,512}(?![A-Za-z0-9-]))|(?:hf|gsk|r8)_[A-Za-z0-9]{20,128}|(?:xai|pplx|tvly|nvapi)-[\w-]{20,256})/g,
  },
  // Forges.
  {
    marks: words(
      "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glptt- glcbt- glsoat- glft- glagent- glimt- gloas- ATATT3 ATCTT3 ATBB",
    ),
    pattern:
      /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{12,255}|github_pat_\w{12,255}|gl(?:pat|dt|rt|ptt|cbt|soat|ft|agent|imt|oas)-[\w-]{12,255}|AT(?:ATT3|CTT3|BB)[\w=-]{20,512})/g,
  },
  // Package registries and tools of a build.
  {
    marks: words(
      "npm_ pypi-AgE rubygems_ dckr_ sqp_ squ_ sqa_ sntrys_ sntryu_ gl_ gls_ gla_ glc_ glsa_ glsc_ glac_ glsac_",
    ),
    pattern:
      /(?<![A-Za-z0-9])(?:npm_[A-Za-z0-9]{12,64}|pypi-AgE[\w-]{16,512}|rubygems_[a-f0-9]{32,64}|dckr_(?:pat|oat)_[\w-]{20,64}|sq[pua]_[a-f0-9]{32,64}|sntry[su]_[\w+/=-]{20,512}|gls?a?c?_[A-Za-z0-9+/=]{24,512}(?:_[a-f0-9]{8})?)/g,
  },
  // Clouds.
  {
    marks: words("AKIA ASIA ABIA ACCA AIza ya29. GOCSPX- _v1_ dapi fm1_ fm2_ HRKU- dt0 Q~"),
    pattern:
      /(?<![A-Za-z0-9])(?:A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{12,32}|AIza[\w-]{20,64}|ya29\.[\w-]{12,1024}|GOCSPX-[\w-]{20,64}|do[por]_v1_[a-f0-9]{20,128}|dapi[a-f0-9]{32}|fm[12]_[\w+/=-]{40,1024}|HRKU-[\w-]{20,128}|dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{40,80}|[\w.~-]{3}\dQ~[\w.~-]{31,34})/g,
  },
  // Secret stores and infrastructure.
  {
    marks: words(
      "hvs. hvb. hvr. AGE-SECRET-KEY- dp. ops_eyJ pul- .atlasv1. pscale_ sbp_ sb_secret_ nfp_ NRAK-",
    ),
    pattern:
      /(?<![A-Za-z0-9])(?:hv[sbr]\.[\w-]{16,512}|AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{20,4096}|dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20,128}|ops_eyJ[\w-]{32,4096}|pul-[a-f0-9]{40}|[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,128}|pscale_(?:tkn|pw|oauth)_[\w.-]{20,128}|sbp_[a-f0-9]{32,64}|sb_secret_[\w-]{20,128}|nfp_[A-Za-z0-9]{32,64}|NRAK-[A-Z0-9]{20,64})/g,
  },
  // Payment and shops.
  {
    marks: words("k_live_ k_test_ k_prod_ whsec_ shpat_ shpss_ shpca_ shppa_ shptka_ sq0atp- sq0csp-"),
    pattern:
      /(?<![A-Za-z0-9])(?:[spr]k_(?:live|test|prod)_[A-Za-z0-9]{12,255}|whsec_[A-Za-z0-9+/=]{16,128}|shp(?:at|ss|ca|pa|tka)_[A-Fa-f0-9]{16,64}|sq0(?:atp|csp)-[\w-]{20,64})/g,
  },
  // Mail, chat and work.
  {
    marks: words("SG. xox xapp- key- -us SK lin_api_ ntn_ secret_ figd_ PMAK-"),
    pattern:
      /(?<![A-Za-z0-9])(?:SG\.[\w-]{12,64}(?:\.[\w-]{1,128})?|xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,512}|xapp-\d-[A-Za-z0-9-]{10,255}|key-[a-f0-9]{32}|[a-f0-9]{32}-us\d{1,2}|SK[a-f0-9]{32}|lin_api_[A-Za-z0-9]{20,64}|ntn_[A-Za-z0-9]{30,64}|secret_[A-Za-z0-9]{40,64}|figd_[\w-]{20,64}|PMAK-[a-f0-9]{24}-[a-f0-9]{34})(?![A-Za-z0-9])/g,
  },
  // Telegram's number and secret.
  {
    marks: words(":AA"),
    pattern: /(?<![A-Za-z0-9])(?:bot)?\d{6,12}:AA[\w-]{30,40}/g,
  },
  // Discord's three parts, of which the first is a number in base64.
  {
    marks: words("MT MD Mj Mz NT ND Nj Nz OT OD Oj Oz"),
    pattern: /(?<![\w.-])[MNO][TDjz][\w-]{20,27}\.[\w-]{6}\.[\w-]{27,64}/g,
  },
  // Web hooks.
  {
    marks: words("hooks.slack.com/ /api/webhooks/"),
    pattern:
      /(?<=hooks\.slack\.com\/(?:services|workflows)\/)[\w/-]{20,128}|(?<=\/api\/webhooks\/\d{10,24}\/)[\w-]{20,128}/g,
  },
  // JSON web tokens, signed and encrypted.
  {
    marks: words("eyJ"),
    pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,1024}\.[\w-]{8,4096}(?:\.[\w-]{0,4096}){0,3}/g,
  },
  // A header that a server echoes: base64 of a forge's user name and token, or of a token alone.
  {
    marks: words("eC1hY2Nlc3MtdG9rZW46 eC10b2tlbi1hdXRoO Z2l0bGFiLWNpLXRva2VuO b2F1dGgyO Z2h Z2l0aHViX3BhdF"),
    pattern:
      /(?<![A-Za-z0-9])(?:eC1hY2Nlc3MtdG9rZW46|eC10b2tlbi1hdXRoO|Z2l0bGFiLWNpLXRva2VuO|b2F1dGgyO|Z2h[wvz1y]X[A-Za-z0-9+/=_-]{26}|Z2l0aHViX3BhdF)[A-Za-z0-9+/=_-]{4,1024}/g,
  },
]

function words(text: string): readonly string[] {
  return text.split(" ")
}
