import { expect, test } from 'vitest'
import { countIn, undetectedIn, type Report } from './report.ts'

const source = 'const free = (units: number) => {\n  return units > 0\n}\n'
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
})
const mutant = (status: string, location = at(2, 10, 19), replacement = 'units >= 0') => ({
  mutatorName: 'EqualityOperator',
  replacement,
  location,
  status,
})
const reportOf = (...mutants: ReturnType<typeof mutant>[]): Report => ({ files: { 'free.ts': { source, mutants } } })

test('a mutant counts as detected when a test fails or times out, and not at all when it cannot run', () => {
  const report = reportOf(
    mutant('Killed'),
    mutant('Timeout'),
    mutant('Survived'),
    mutant('NoCoverage'),
    mutant('RuntimeError'),
    mutant('Ignored'),
  )
  expect(countIn(report)).toEqual({ detected: 2, all: 4, score: 50 })
})

test('a report without mutants has score 0', () => {
  expect(countIn({ files: {} }).score).toBe(0)
})

test('undetected mutants are listed with location, original and replacement', () => {
  const body = { start: { line: 1, column: 33 }, end: { line: 3, column: 2 } }
  const report = reportOf(mutant('Killed'), mutant('Survived'), mutant('NoCoverage', body, '{}'))
  expect(undetectedIn(report)).toEqual([
    'free.ts:2 units > 0 → units >= 0',
    'free.ts:1 { return units > 0 } → {} (no test comes by)',
  ])
})
