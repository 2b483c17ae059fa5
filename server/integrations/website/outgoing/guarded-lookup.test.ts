import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, expect, it, vi } from 'vitest'
import { ForbiddenAddress, guardedLookup } from './guarded-request.ts'

const spy = vi.spyOn(dns, 'lookup')
syncBuiltinESMExports()
afterAll(() => {
  spy.mockRestore()
  syncBuiltinESMExports()
})

/** Looks up a name that resolves to these addresses, and returns what the connection gets. */
async function lookUp(addresses: string[], { all }: { all: boolean }) {
  const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
  const answer = (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, found)
  spy.mockImplementation(answer as typeof dns.lookup)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  guardedLookup({ allowsLoopback: false })('shop.example.com', { all }, (error, address) =>
    error ? reject(error) : resolve(address),
  )
  return promise
}

it('the lookup returns only public addresses of a name', async () => {
  const both = ['10.0.0.1', '8.8.8.8', '::1']
  expect(await lookUp(both, { all: true })).toEqual([{ address: '8.8.8.8', family: 4 }])
  expect(await lookUp(both, { all: false })).toBe('8.8.8.8')
})

it.each([[['169.254.169.254']], [['::ffff:10.0.0.1', 'fd00::1']], [[]]])('the lookup refuses %j', async (addresses) => {
  await expect(lookUp(addresses, { all: true })).rejects.toThrow(ForbiddenAddress)
})
