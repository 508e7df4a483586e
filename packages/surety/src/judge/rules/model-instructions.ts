/** What keeps credentials or is nobody else's business, by name. */
const PRIVATE_FILE = String.raw`(?:~\/\.(?:ssh|gnupg|aws|netrc|kube|docker|npmrc|config\/gcloud)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|\b(?:mcp|claude_desktop_config)\.json\b|(?<![\w*])\.env\b|\b(?:browser|session) cookies\b|\bkeychain\b|\bwallet\b)`
const PRIVATE_THING = String.raw`(?:(?:api[ -]?|ssh |private |access |secret )keys|(?:access|api|auth) tokens|passwords|credentials|secrets)`
const READ = '(?:read|open|cat|fetch|load|collect|find|access|get)'
const PASS =
  '(?:pass|send|include|put|attach|provide|upload|paste|append|add|copy|forward|submit|transmit|leak|exfiltrate)'
const NEVER = String.raw`(?:do not|don['’]t|never|must not|should not|without)`
const PERSON = String.raw`(?:user|human|operator)`
const CALL = '(?:call|use|invoke|run|execute)'
const CALLED = '(?:called|used|invoked|run|executed)'
const ANSWER = '(?:responses?|answers?|repl(?:y|ies)|messages?)'
/** Where an order begins, rather than a word in the middle of one. */
const ORDER = String.raw`(?:^|[,:;>*–—-]\s*|\b(?:always|must|should|please|you|then|and|also|only)\s+)`

interface Instruction {
  readonly pattern: RegExp
  /** Whether the sentence says the opposite where it begins with a "not". */
  readonly deniable?: true
}

const order = (source: string): Instruction => ({ pattern: new RegExp(source, 'i') })
const deniable = (source: string): Instruction => ({ ...order(source), deniable: true })

/** Sentences that tell the model to do something beyond the tool. */
const INSTRUCTIONS: readonly Instruction[] = [
  // Other instructions ignored.
  order(
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\b\s+(?:(?:all|any|the|your|of|every)\s+){0,3}(?:previous|prior|above|earlier|preceding|existing|original|system|other|safety)\s+(?:\w+\s+){0,2}?(?:instructions?|prompts?|rules|guidelines|directions)\b(?!\s+(?:of|for|in)\b)`,
  ),
  order(String.raw`\bforget (?:everything|all|what) (?:you|that|above|before)\b`),
  order(
    String.raw`\b(?:overrides?|supersedes?|takes? (?:precedence|priority) over)\s+(?:(?:all|any|every|your|the|other|previous)\s+){1,3}(?:system prompts?|instructions?)\b`,
  ),
  order(String.raw`\b(?:no matter|regardless of) what the ${PERSON} (?:asks?|says?|wants?|requests?)\b`),
  order(String.raw`,\s*whatever the ${PERSON} (?:says|asks|wants|requests)\s*(?:[.!]|$)`),
  order(String.raw`\beven if the ${PERSON} (?:refuses|declines|objects|(?:says|asks|tells) (?:you )?not)\b`),
  order(
    String.raw`\byou are (?:now|no longer) (?:in |an? |the )?(?:\w+ )?(?:mode|assistant|admin|root|agent|unrestricted|restricted|bound)\b`,
  ),
  order(String.raw`\bnew (?:system )?instructions?:`),
  order(
    String.raw`<\/?(?:important|system|instructions?|hidden|secret|assistant)>|\[(?:INST|SYSTEM)\]|<\|(?:im_start|system|endoftext)\|>`,
  ),
  // Secrecy.
  order(
    String.raw`\b${NEVER}\s+(?:(?:tell|inform)(?:ing)?\b|(?:mention|reveal|disclos)(?:e|ing)?\b.{0,40}\bto)\b.{0,20}\b(?:the|your)\s+${PERSON}\b(?!['’]s)`,
  ),
  order(
    String.raw`\b${NEVER}\s+(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing))\s+(?:that|this|it)\b.{0,40}\b(?:tool|call|step|used|happened|instructions?)\b`,
  ),
  order(
    String.raw`\b(?:keep|hide|conceal)\s+(?:this|it|that|these|them|the \w+)\b.{0,30}\bfrom (?:the|your) ${PERSON}\b`,
  ),
  order(
    String.raw`\bthe ${PERSON} (?:must|should|may) (?:not|never) (?:know|notice|find out|learn|be (?:told|informed|aware))\b`,
  ),
  deniable(String.raw`\bwithout the ${PERSON}(?:['’]s)?\s+(?:knowing|knowledge|noticing|awareness)\b`),
  order(String.raw`\b(?:secretly|covertly)\b`),
  // Files and credentials.
  deniable(String.raw`\b${READ}\b.{0,60}${PRIVATE_FILE}.{0,80}\b(?:and|then|,)\s*(?:\w+ )?${PASS}\b`),
  deniable(
    String.raw`\b(?:before|after|first|also|always|must|should|while|when)\b.{0,60}\b${READ}\b.{0,60}${PRIVATE_FILE}`,
  ),
  deniable(String.raw`\b${READ}\b.{0,60}${PRIVATE_FILE}.{0,20}\b(?:first|beforehand|as well)\b`),
  deniable(
    String.raw`\b${PASS}\b(?!.{0,30}\bpaths?\b)(?!.{0,30}\bto\s+~).{0,40}${PRIVATE_FILE}.{0,60}\b(?:in|into|as|to|with)\b`,
  ),
  deniable(
    String.raw`${ORDER}(?:${READ}|${PASS})\b.{0,25}\b(?:any|all|the ${PERSON}['’]s|every|(?:found|available|stored) )\s*(?:of the |other |known |available |stored )?(?:\w+ (?:and|or) )?${PRIVATE_THING}\b.{0,60}\b(?:in|into|as|to|with|from)\b`,
  ),
  deniable(
    String.raw`\b${PASS}\b\s+(?:the )?(?:contents?|values?) of (?:all |your |the |any |every )*(?:environment variables?|env\b|\$?[A-Z\d_]*(?:KEY|TOKEN|SECRET)\b)`,
  ),
  deniable(
    String.raw`\b(?:send|forward|upload|exfiltrate|transmit|leak|put|include|append|paste)\s+(?:(?:the|this|all|any|your|always|user['’]?s?|contents?|of)\s+){0,4}(?:(?:entire|whole|full|complete)\s+conversation|(?:conversation|chat|message)\s+history|system prompt|previous messages|all environment variables|private keys)\b`,
  ),
  deniable(
    String.raw`\b(?:send|forward|upload|exfiltrate|transmit|leak)\s+all (?:of )?(?:your |the )?(?:\w+ )?environment variables\b`,
  ),
  // The order of other tools.
  deniable(
    String.raw`\b(?:before|prior to)\s+(?:calling |using |running |invoking |you (?:call|use|run|invoke) )?(?:any|every|all|each)(?: of the)?(?: other| available)? (?:tools?|functions?)\b(?! (?:of|from|in) (?:this|the) (?:server|session))`,
  ),
  deniable(
    String.raw`\b(?:always|must)\s+(?:be ${CALLED}|${CALL})\b.{0,30}\bbefore\s+(?:(?:every|each|any) (?:other )?(?:response|answer|reply|message|request|task|action)|anything else|answering)\b`,
  ),
  deniable(
    String.raw`(?:^|[:!—–-]\s*|\bthis (?:tool|function) )(?:must|should)(?: always)? be ${CALLED} first\b(?!\s+(?:to|if|when|for|so|in)\b)`,
  ),
  deniable(
    String.raw`\bbefore\s+(?:calling|using|running|invoking)\s+[\w ,]{1,60}\bor any other (?:tools?|functions?)\b(?! (?:of|from|in) (?:this|the) (?:server|session))`,
  ),
  deniable(
    String.raw`\balways ${CALL} this(?: tool| function)?\s+(?:instead of|rather than|over|in preference to)\s+(?:any|all|every) other\b`,
  ),
  order(String.raw`\b${NEVER}\s+(?:${CALL}|trust)(?:ing)?\s+(?:any\s+)?other\s+tools?\b(?! (?:to|for|on|in)\b)`),
  deniable(
    String.raw`\b(?:before|after|when|while)\s+(?:using|calling|invoking|running)\s+(?:any other|another|other)\b.{0,30}\btools?\b.{0,20}\b(?:${READ}|${PASS}|${CALL})\b`,
  ),
  // How to answer the user.
  order(
    String.raw`${ORDER}(?:format|write|phrase|structure|style|begin|start|end|finish)\s+(?:all |every |each )?(?:of )?your\s+(?:final |next |entire |own )?${ANSWER}\b`,
  ),
  order(
    String.raw`${ORDER}(?:format|begin|start|end|finish|close|conclude)\s+(?:every|each|all|any)\s+(?:of )?(?:your )?${ANSWER}\s+to the ${PERSON}\b`,
  ),
  order(
    String.raw`\bwhen(?:ever)? you (?:answer|respond|reply)(?: (?:to )?the ${PERSON})?\s*,\s*(?:you )?(?:must|should|always)\s+(?:always )?(?:include|add|append|mention|recommend|say|write)\b(?!\s+(?:(?:the|its|an?)\s+)?(?:\w*_\w+|\w+Id|ids?|parameter|field|argument)\b)`,
  ),
  order(
    String.raw`\byour\s+(?:final |next |entire )?${ANSWER}\s+(?:to the ${PERSON} )?(?:must|should|has to|needs to)\b`,
  ),
  order(
    String.raw`${ORDER}(?:respond|reply|answer)\s+(?:to the ${PERSON} )?(?:only |always |exclusively )?(?:in|with|using|as)\s+(?:markdown|json|html|a table|bullet|plain text|the (?:following|style|voice|format)|emojis?|rhymes?|(?:all )?(?:upper|lower)[ -]?case|English|French|German|Spanish|Chinese|Japanese)\b`,
  ),
  order(
    String.raw`${ORDER}(?:present|display|show|format|summari[sz]e)\b.{0,30}\bto the ${PERSON}\s+(?:as|in|using|with)\s+(?:an? |the )?(?:\w+ )?(?:markdown|tables?|bullet|lists?|emojis?|format|style)\b`,
  ),
  deniable(
    String.raw`\b(?:include|add|append|mention|recommend|promote|advertise)\b.{0,60}\b(?:in|to|at the end of) (?:all |every |each )?(?:of )?your (?:final )?${ANSWER}\b`,
  ),
]

const NEGATION = /\b(?:not|never|cannot|without|avoid|n['’]t)\b|n['’]t\b/i

/** What in the text gives the model an order beyond the tool, in quotes. */
export function modelInstructions(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
  const sentences = plain.split(/(?<=[.!?])\s+/)
  return INSTRUCTIONS.flatMap(({ pattern, deniable: isDeniable }) =>
    sentences.flatMap((sentence) => {
      const found = pattern.exec(sentence)
      if (found === null || (isDeniable && NEGATION.test(sentence.slice(0, found.index)))) return []
      return [`"${found[0].trim()}"`]
    }),
  )
}
