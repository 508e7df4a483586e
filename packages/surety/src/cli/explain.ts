import { explain as explainRule } from '../judge/explain.ts'
import { RULES } from '../judge/rules/index.ts'
import { asCalled } from './called-as.ts'
import { type Command, EXIT, UsageError } from './command.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'Tells what a rule, an error of a call or a diagnostic of a module means, and how to mend it.',
  operands: '[CODE…]',
  options: {},
  takesCommand: false,
  examples: ['surety explain', 'surety explain E013 W022', 'surety explain APPROVAL_REQUIRED'],
  async run({ operands }, io) {
    if (operands.length === 0) {
      io.out(RULES.map((rule) => `${rule.code}  ${rule.title}\n`).join(''))
      return EXIT.ok
    }
    const texts = await Promise.all(operands.map(textOf))
    io.out(asCalled(texts.map((text) => `${text}\n`).join('\n'), io.calledAs))
    return EXIT.ok
  },
}

async function textOf(word: string): Promise<string> {
  const code = codeOf(word)
  const text = explainRule(code) ?? (await explainOther(code))
  if (text !== undefined) return text
  throw new UsageError(`There is no code ${JSON.stringify(word)}. \`surety explain\` lists the rules.`)
}

/** `e13` for E013: as it is said, not as it is printed. */
function codeOf(word: string): string {
  const [, letter = '', digits = ''] = /^([EW])0*(\d+)$/.exec(word.toUpperCase()) ?? []
  return digits === '' ? word.toUpperCase() : `${letter}${digits.padStart(3, '0')}`
}

async function explainOther(code: string): Promise<string | undefined> {
  const [{ explainCode }, { inCommands }] = await Promise.all([
    import('../studio/explain-code.ts'),
    import('./module-text.ts'),
  ])
  const explained = explainCode(code, [])
  return explained && inCommands(`${code}  ${explained.title}\n\n${explained.meaning}\n\n${explained.fix}`)
}
