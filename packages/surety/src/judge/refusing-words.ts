/** Texts that are nothing but a refusal, by how they begin; marks, emphasis and regret before it do not count. */
const ERROR: readonly RegExp[] = [
  /^(?:an? )?(?:[\w.]*(?:error|exception)|failure|refused|rejected)(?: ?(?:[-\d]+|\([^)]*\)|\[[^\]]*\]))?\s*[:!]/i,
  /^(?:mcp )?error -?\d+\b(?![-/.]|:\d)/i,
  /^error (?:executing|calling|running|invoking|processing|performing|parsing|validating|while|in|occurred)\b[^\n]*:/i,
  /^an (?:unexpected )?error (?:has )?occurred\b/i,
  /^traceback \(most recent call last\)/i,
  /^failed to \w/i,
]

/** What a refusal of an invalid input says. */
export const REFUSALS: readonly RegExp[] = [
  ...ERROR,
  /^(?:(?:input|schema|argument|parameter) )?validation (?:error|failed|failure)/i,
  /^(?:missing|no) required (?:arg|param|field|prop|input|value|key|option)/i,
  /^(?:missing|invalid|unknown|unsupported|bad|unexpected) (?:[\w'"`]+ ){0,3}?(?:arguments?|param(?:eter)?s?|input|value|property|field|type|format|option|request|name|id)(?=[\s]*(?:$|[.:!'"`(]|for |in ))/i,
  /^(?:(?:i|we) )?(?:unable to|could not|couldn['’]t|cannot|can['’]t) \w/i,
  /^(?:please |you must )(?:provide|specify|supply|pass)\b/i,
  /^no [\w '"`]{1,40}(?:provided|given|specified)\b/i,
  /^(?:(?:the|an?|your) )?['"`]?[\w.[\]-]+['"`]?(?: \w+)? (?:is|are) (?:required|needed|missing|invalid|not valid)(?=\s*(?:$|[.,:;!(]|for |but |when ))/i,
  /^(?!(?:the|an?|it|this|that|they|you|we|he|she|there|one|your)\b)['"`]?[\w.[\]-]+['"`]?(?: \w+)? (?:(?:must|should) (?:be|not be|have|contain|match)|cannot be empty)\b/i,
  /^(?:the|an?|your) ['"`]?[\w.[\]-]+['"`]? (?:param(?:eter)?|argument|field|property|input|option) (?:must|should|cannot)\b/i,
  /^expected [^\n]{1,80}\b(?:got|received|but (?:was|found))\b/i,
  /^(?:http )?(?:400|401|403|404|405|406|409|410|415|422|429)[\s:,–-]+(?:bad request|unauthori[sz]ed|forbidden|not found|method not allowed|not acceptable|conflict|gone|unsupported media type|unprocessable|too many requests)\b/i,
  /^not a valid \w/i,
  /^usage: \S/i,
]

/** What a tool says to a valid input only where it has no result; "Cannot confirm" or "Missing fields: none" may be one. */
export const FAILURES: readonly RegExp[] = [
  ...ERROR,
  /^(?:(?:i|we) )?(?:unable to|could not|couldn['’]t|cannot|can['’]t) (?:connect|reach|access|authenticate|log ?in|[^.\n]{1,80}: \S)/i,
  /^(?:please |you must )(?:provide|specify|supply|set|configure)\b/i,
  /^[\w ]{0,40}\b(?:api[ _-]?key|token|credentials?|authentication|authori[sz]ation|login)\b[\w ]{0,40}\b(?:required|missing|invalid|not (?:set|configured|provided|given)|provided|configured)(?=\s*(?:$|[.,:;!(]))/i,
]

/** "I'm sorry, but …" */
export const SORRY = /^(?:(?:i['’]?m|i am|we(?:['’]re| are)) )?(?:very |so )?sorry(?:,? but|[,.!:])\s+/i

/** A log goes on in lines of other levels. */
export const LOG_LINE = /\n\W*(?:info|warn(?:ing)?|debug|trace|notice|error|\d{4}-\d\d-\d\d)\b/i
