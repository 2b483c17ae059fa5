/*
 * Sentences in the reader's language. Code has the English sentence; `messages.de.json` beside it has the translation. The build of
 * the web app puts the translation in its place, so a screen loads one language only (`local/build/translate.ts`).
 */

export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

let current: Language = 'en'

/** Made at first use, because making one is slow and a list fills in hundreds of messages. */
let numbers: Intl.NumberFormat | null = null
let plurals: Intl.PluralRules | null = null

/** Called once, before anything is formatted. */
export function setLanguage(language: Language): void {
  current = language
  numbers = plurals = null
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
  return values ? fill(text, values, null) : text
}

/** `count` stands for `#`, inside a plural. A place without a value stays as it is: `rich` fills it with an element. */
function fill(text: string, values: MessageValues, count: number | null): string {
  let filled = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '{') {
      const end = closingBrace(text, at)
      filled += fillPlace(text.slice(at + 1, end), values, count)
      at = end
    } else {
      filled += char === '#' && count !== null ? written(count) : char
    }
  }
  return filled
}

const placePattern = /^(\w+)(?:, (plural|select), (.*))?$/s

function fillPlace(place: string, values: MessageValues, count: number | null): string {
  const [, name = '', kind, options = ''] = placePattern.exec(place) ?? []
  const value = values[name]
  if (value === undefined) return `{${place}}`
  if (!kind) return written(value)
  if (kind === 'select') return fill(optionOf(options, [String(value), 'other']), values, count)
  const form = (plurals ??= new Intl.PluralRules(locale())).select(Number(value))
  return fill(optionOf(options, [`=${value}`, form, 'other']), values, Number(value))
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

const written = (value: string | number) =>
  typeof value === 'number' ? (numbers ??= new Intl.NumberFormat(locale())).format(value) : value
