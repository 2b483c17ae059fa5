import { expect, test } from 'vitest'
import { filesOf } from './mutate.ts'
import { parts } from './parts.ts'

test.each(Object.entries(parts))(
  '%s names code and tests that are there, and can fail',
  (_name, { code, tests, floor }) => {
    expect(filesOf(code).every((file) => !file.endsWith('.test.ts'))).toBe(true)
    expect(filesOf(tests).every((file) => file.endsWith('.test.ts'))).toBe(true)
    expect(floor).toBeGreaterThanOrEqual(80)
  },
)

test('says which pattern names nothing any more', () => {
  expect(() => filesOf(['contract/roles.ts', 'contract/of-old.ts'])).toThrow('No file is called contract/of-old.ts.')
})
