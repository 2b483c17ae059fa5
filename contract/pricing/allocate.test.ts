import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from './price-cart.ts'

test.each<[string, bigint, bigint[], bigint[]]>([
  ['spreads what divides in proportion', 100n, [100n, 100n, 200n], [25n, 25n, 50n]],
  ['gives the cent left over to the part that lost most by rounding', 100n, [100n, 200n], [33n, 67n]],
  ['gives it there wherever that part stands', 100n, [200n, 100n, 300n], [33n, 17n, 50n]],
  ['gives cents to the first of those that lost the same', 101n, [300n, 300n, 300n, 300n], [26n, 25n, 25n, 25n]],
  ['gives several cents left over to as many parts', 11n, [30n, 30n, 30n, 30n], [3n, 3n, 3n, 2n]],
  ['gives nothing to a part that is nothing', 10n, [0n, 30n], [0n, 10n]],
  ['spreads nothing over parts that are all nothing', 0n, [0n, 0n], [0n, 0n]],
  ['has nothing to spread over no parts', 0n, [], []],
])('%s', (_, amount, parts, expected) => {
  expect(allocate(amount, parts)).toEqual(expected)
})

const cents = (most: bigint) => fc.bigInt({ min: 0n, max: most })

test('an allocation distributes the whole amount, no part exceeds itself and none is off by a cent or more', () => {
  const sales = fc
    .array(cents(10n ** 12n), { minLength: 1, maxLength: 9 })
    .chain((parts) => fc.record({ parts: fc.constant(parts), amount: cents(parts.reduce((a, b) => a + b, 0n)) }))
  fc.assert(
    fc.property(sales, ({ parts, amount }) => {
      const shares = allocate(amount, parts)
      const whole = parts.reduce((sum, part) => sum + part, 0n)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount)
      for (const [index, part] of parts.entries()) {
        const share = shares[index] ?? -1n
        expect(share >= 0n && share <= part).toBe(true)
        expect(share * whole - amount * part).toSatisfy((off: bigint) => whole === 0n || (off < whole && off > -whole))
      }
    }),
  )
})
