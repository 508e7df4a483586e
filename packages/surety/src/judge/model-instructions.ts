/** Sentences that speak to the model rather than of the tool; each looks at most a line ahead. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,40}\b(?:previous|prior|above|earlier|preceding|other|system)\b[^.]{0,30}\b(?:instructions?|prompts?|rules|messages|guidelines)\b/i,
  /\b(?:do not|don['’]t|never|must not|without)\s+(?:tell|inform|mention|reveal|disclose|notify|alert)(?:ing)?\b[^.]{0,40}\b(?:the|your)\s+(?:user|human|operator)\b/i,
  /\bwithout the (?:user|human|operator)(?:['’]s)?\s+(?:knowing|knowledge|noticing|consent|awareness)\b/i,
  /(?<!\b(?:cannot|can['’]t|not|never|to)\s)\b(?:read|open|cat|send|upload|include|pass|copy|attach|fetch|access)\b[^.]{0,60}(?:~\/\.(?:ssh|gnupg|aws|netrc)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b)/i,
  /\b(?:before|after|when|while)\s+(?:using|calling|invoking|running)\s+(?:this|any|another|other)\b[^.]{0,30}\btools?\b[^.]{0,20}\b(?:read|send|open|fetch|access|upload|collect|copy)\b/i,
  /\b(?:always|must)\s+(?:call|use|invoke|run)\s+(?:this|it)\b[^.]{0,30}\bbefore\s+(?:any|every|all|each)\b/i,
  /\b(?:do not|don['’]t|never)\s+(?:use|call|invoke|trust)\s+(?:any\s+)?other\s+tools?\b/i,
  /\b(?:send|forward|upload|exfiltrate|transmit|leak)\s+(?:(?:the|this|all|any|your|user['’]?s?|contents?|of)\s+){0,4}(?:(?:entire|whole|full)\s+conversation|(?:conversation|chat|message)\s+history|system prompt|previous messages|environment variables|private keys?)\b/i,
  /\byou are now (?:an?|in|the|no longer)\b|\bnew (?:system )?instructions?:|\b(?:secretly|covertly)\b/i,
  /<\/?(?:important|system|instructions?|hidden|assistant)>|\[(?:INST|SYSTEM)\]|<\|(?:im_start|system|endoftext)\|>/i,
]

/** What in the text gives the model an order, in quotes. */
export function modelInstructions(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replaceAll(/\s+/g, ' ')
  return INSTRUCTIONS.flatMap((pattern) => {
    const found = pattern.exec(plain)?.[0]
    return found === undefined ? [] : [`"${found}"`]
  })
}
