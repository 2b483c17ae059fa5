/*
 * Sentences in the reader's language. Code has the English sentence; `messages.de.json` beside it has the translation. The build of
 * the web app puts the translation in its place, so a screen loads one language only (`local/build/translate.ts`).
 */

export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

let current: Language = 'en'

type Formats = { numbers: Intl.NumberFormat; plurals: Intl.PluralRules }

/** Made at first use, because making one is slow and a list fills in hundreds of messages. */
const formats: Partial<Record<Language, Formats>> = {}

const formatsOf = (language: Language): Formats =>
  (formats[language] ??= {
    numbers: new Intl.NumberFormat(locales[language]),
    plurals: new Intl.PluralRules(locales[language]),
  })

/** Called once, before anything is formatted. */
export function setLanguage(language: Language): void {
  current = language
}

/** For Intl: how numbers, prices and days are written. */
export const locale = (): string => locales[current]

/** Whether people type 12,50 for 12.50. Never on the server, whose language is English: what the API takes is the same for all. */
export const hasDecimalComma = (): boolean => current === 'de'

export type MessageValues = Readonly<Record<string, string | number>>

/**
 * A sentence of ours, with values in the places of ICU's message format: `{name}`, `{count, plural, one {# order} other {# orders}}`,
 * `{kind, select, full {all} other {some}}`. The text is a literal, so that it can be found and translated.
 */
export function t(text: string, values?: MessageValues): string {
  return values ? fill(text, values, null, formatsOf(current)) : text
}

/** A sentence of the server, kept apart from its values: who throws it does not know in which language it will be read. */
export type Message = Readonly<{ text: string; values?: Readonly<Record<string, string | number | Message>> }>

/** Like `t`, with a literal; a value may be a sentence itself. */
export const say = (text: string, values?: Message['values']): Message => (values ? { text, values } : { text })

/** For words that come from elsewhere, such as an answer of Amazon. They are shown as they are, unless a catalog has them. */
export const asMessage = (text: string): Message => ({ text })

/** A sentence of ours, or words that are nobody's to translate: a person's note, a vendor's answer. */
export type Sentence = Message | string

export const inEnglish = (sentence: Sentence): string =>
  typeof sentence === 'string' ? sentence : formatMessage(sentence)

/** Several sentences as one. */
export const joinMessages = (parts: readonly Sentence[], separator: string): Message => ({
  text: parts.map((_, position) => `{${position}}`).join(separator),
  values: Object.fromEntries(parts.entries()),
})

/** `translate` answers a text of `say` in this language. */
export function formatMessage(
  { text, values }: Message,
  language: Language = 'en',
  translate: (text: string) => string = (english) => english,
): string {
  const translated = translate(text)
  if (!values) return translated
  const filled = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? formatMessage(value, language, translate) : value,
  ])
  return fill(translated, Object.fromEntries(filled) as MessageValues, null, formatsOf(language))
}

/** `count` stands for `#`, inside a plural. A place without a value stays as it is: `rich` fills it with an element. */
function fill(text: string, values: MessageValues, count: number | null, known: Formats): string {
  let filled = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '{') {
      const end = closingBrace(text, at)
      filled += fillPlace(text.slice(at + 1, end), values, count, known)
      at = end
    } else {
      filled += char === '#' && count !== null ? known.numbers.format(count) : char
    }
  }
  return filled
}

const placePattern = /^(\w+)(?:, (plural|select), (.*))?$/s

function fillPlace(place: string, values: MessageValues, count: number | null, known: Formats): string {
  const [, name = '', kind, options = ''] = placePattern.exec(place) ?? []
  const value = values[name]
  if (value === undefined) return `{${place}}`
  if (!kind) return typeof value === 'number' ? known.numbers.format(value) : value
  if (kind === 'select') return fill(optionOf(options, [String(value), 'other']), values, count, known)
  const form = known.plurals.select(Number(value))
  return fill(optionOf(options, [`=${value}`, form, 'other']), values, Number(value), known)
}

/** The text of the first of these options that is there. */
function optionOf(options: string, names: readonly string[]): string {
  const texts = readOptions(options)
  return texts.get(names.find((name) => texts.has(name)) ?? '') ?? ''
}

function readOptions(options: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (let at = 0; at < options.length; at++) {
    const open = options.indexOf('{', at)
    if (open === -1) break
    const end = closingBrace(options, open)
    texts.set(options.slice(at, open).trim(), options.slice(open + 1, end))
    at = end
  }
  return texts
}

/** Names of the places in a message, also inside its plurals. */
export function placesIn(text: string): string[] {
  const names: string[] = []
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) {
    const end = closingBrace(text, at)
    const [, name = '', kind, options = ''] = placePattern.exec(text.slice(at + 1, end)) ?? []
    names.push(name, ...(kind ? [...readOptions(options).values()].flatMap(placesIn) : []))
    at = end
  }
  return names
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error(`A brace is not closed in the message: ${text}`)
}
