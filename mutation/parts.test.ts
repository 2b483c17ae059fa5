import { expect, test } from 'vitest'
import { filesOf } from './mutate.ts'
import { parts } from './parts.ts'

test.each(Object.entries(parts))(
  '%s names existing code and tests, and has a floor of at least 80 percent',
  (_name, { code, tests, floor }) => {
    expect(filesOf(code).every((file) => !file.endsWith('.test.ts'))).toBe(true)
    expect(filesOf(tests).every((file) => file.endsWith('.test.ts'))).toBe(true)
    expect(floor).toBeGreaterThanOrEqual(80)
  },
)

test('a pattern without files is named in the error', () => {
  expect(() => filesOf(['contract/roles.ts', 'contract/of-old.ts'])).toThrow('No file is called contract/of-old.ts.')
})
