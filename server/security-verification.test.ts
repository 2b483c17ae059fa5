/*
 * `docs/security-verification.md` says how each requirement of OWASP ASVS 5.0, levels 1 and 2, is met. These tests keep it complete
 * and its evidence findable; whether the evidence convinces is for people to judge.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The numbers of the requirements, by level. */
const levels = {
  'level 1':
    '1.2.1–1.2.5, 1.3.1–1.3.2, 1.5.1, 2.1.1, 2.2.1–2.2.2, 2.3.1, 3.2.1–3.2.2, 3.3.1, 3.4.1–3.4.2, 3.5.1–3.5.3, 4.1.1, 4.4.1, 5.2.1–5.2.2, 5.3.1–5.3.2, 6.1.1, 6.2.1–6.2.8, 6.3.1–6.3.2, 6.4.1–6.4.2, 7.2.1–7.2.4, 7.4.1–7.4.2, 8.1.1, 8.2.1–8.2.2, 8.3.1, 9.1.1–9.1.3, 9.2.1, 10.4.1–10.4.5, 11.3.1–11.3.2, 11.4.1, 12.1.1, 12.2.1–12.2.2, 13.4.1, 14.2.1, 14.3.1, 15.1.1, 15.2.1, 15.3.1',
  'level 2':
    '1.1.1–1.1.2, 1.2.6–1.2.9, 1.3.3–1.3.11, 1.4.1–1.4.3, 1.5.2, 2.1.2–2.1.3, 2.2.3, 2.3.2–2.3.4, 2.4.1, 3.3.2–3.3.4, 3.4.3–3.4.6, 3.5.4–3.5.5, 3.7.1–3.7.2, 4.1.2–4.1.3, 4.2.1, 4.3.1–4.3.2, 4.4.2–4.4.4, 5.1.1, 5.2.3, 5.4.1–5.4.3, 6.1.2–6.1.3, 6.2.9–6.2.12, 6.3.3–6.3.4, 6.4.3–6.4.4, 6.5.1–6.5.5, 6.6.1–6.6.3, 6.8.1–6.8.4, 7.1.1–7.1.3, 7.3.1–7.3.2, 7.4.3–7.4.5, 7.5.1–7.5.2, 7.6.1–7.6.2, 8.1.2, 8.2.3, 8.4.1, 9.2.2–9.2.4, 10.1.1–10.1.2, 10.2.1–10.2.2, 10.3.1–10.3.4, 10.4.6–10.4.11, 10.5.1–10.5.5, 10.6.1–10.6.2, 10.7.1–10.7.3, 11.1.1–11.1.2, 11.2.1–11.2.3, 11.3.3, 11.4.2–11.4.4, 11.5.1, 11.6.1, 12.1.2–12.1.3, 12.3.1–12.3.4, 13.1.1, 13.2.1–13.2.5, 13.3.1–13.3.2, 13.4.2–13.4.5, 14.1.1–14.1.2, 14.2.2–14.2.4, 14.3.2–14.3.3, 15.1.2–15.1.3, 15.2.2–15.2.3, 15.3.2–15.3.7, 16.1.1, 16.2.1–16.2.5, 16.3.1–16.3.4, 16.4.1–16.4.3, 16.5.1–16.5.3, 17.1.1, 17.2.1–17.2.4, 17.3.1–17.3.2',
} as const

/** The numbers of a list such as `1.2.6–1.2.8, 1.3.1`. */
const numbersIn = (list: string): string[] =>
  list.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [chapter, section, from] = first.split('.')
    const count = Number(last.split('.')[2]) - Number(from) + 1
    return Array.from({ length: count }, (_, at) => `${chapter}.${section}.${Number(from) + at}`)
  })

const states = ['met', 'not met', 'n.a.'] as const

const page = readFileSync(join(root, 'docs/security-verification.md'), 'utf8')
const cells = page
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** The rows of all chapters, a requirement each. */
const rows = cells.flatMap(([, list = '', state = '', how = '']) =>
  /^\d/.test(list) ? numbersIn(list).map((number) => ({ number, state, how })) : [],
)

it('every requirement of levels 1 and 2 stands there once, with its state and how or why', () => {
  const required = Object.values(levels).flatMap(numbersIn)
  expect(required).toHaveLength(253)
  expect(rows.map(({ number }) => number).toSorted()).toEqual(required.toSorted())
  expect(rows.filter(({ state }) => !(states as readonly string[]).includes(state))).toEqual([])
  expect(rows.filter(({ how }) => how.length < 6)).toEqual([])
})

it('the counts are those of the tables, and at most ten are not met', () => {
  const countsOf = (isCounted: (number: string) => boolean) =>
    states.map((state) => rows.filter((row) => row.state === state && isCounted(row.number)).length)
  const counted = cells.filter(([, , count = '']) => /^\d+$/.test(count))
  const expected = counted.map(([, name = '']) => {
    const level = name in levels ? numbersIn(levels[name as keyof typeof levels]) : null
    const chapter = /^V(\d+) /.exec(name)?.[1]
    const isCounted = (number: string) => level?.includes(number) ?? (!chapter || number.startsWith(`${chapter}.`))
    return [name, ...countsOf(isCounted)]
  })
  expect(counted.map(([, name, ...counts]) => [name, ...counts.slice(0, 3).map(Number)])).toEqual(expected)
  expect(expected).toHaveLength(17 + 3)
  expect(countsOf(() => true)[1]).toBeLessThanOrEqual(10)
})

it('what is met names a file, and every named file and test exists', () => {
  const missing: string[] = []
  for (const { number, state, how } of rows) {
    let content: string | undefined
    for (const [, file, name] of how.matchAll(/`([\w./-]+\.(?:tsx?|md|json))`|“([^”]+)”/g)) {
      if (file !== undefined) content = read(file)
      if (content === undefined || !content.includes(name ?? '')) missing.push(`${number}: ${name ?? file}`)
    }
    if (state === 'met' && content === undefined) missing.push(`${number}: no file`)
  }
  expect(missing).toEqual([])
})

/** Paths are below `server/` unless they begin elsewhere. */
function read(file: string): string | undefined {
  const path = [join(root, 'server', file), join(root, file)].find((place) => existsSync(place))
  return path && readFileSync(path, 'utf8')
}
