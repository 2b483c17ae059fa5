import { describe, expect, it } from 'vitest'
import { isCallable } from './guarded-request.ts'

const inside = [
  ['this host', '0.0.0.0'],
  ['loopback', '127.0.0.1'],
  ['all of loopback', '127.255.255.254'],
  ['private, 10', '10.1.2.3'],
  ['private, 172.16', '172.31.255.255'],
  ['private, 192.168', '192.168.0.1'],
  ['shared by a provider', '100.64.0.1'],
  ['link-local, where clouds keep their credentials', '169.254.169.254'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['IPv6 loopback', '::1'],
  ['IPv6 unspecified', '::'],
  ['IPv4 in IPv6, loopback', '::ffff:127.0.0.1'],
  ['IPv4 in IPv6, private', '::ffff:10.0.0.1'],
  ['IPv4 in IPv6, public', '::ffff:8.8.8.8'],
  ['IPv4 by NAT64', '64:ff9b::a00:1'],
  ['IPv4 by 6to4', '2002:a00:1::'],
  ['IPv4 by Teredo', '2001:0:4136:e378::1'],
  ['unique local', 'fd00::1'],
  ['IPv6 link-local', 'fe80::1'],
  ['IPv6 multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
] as const

describe('an address that a user typed', () => {
  it.each(inside)('is refused: %s', (_what, address) => {
    expect(isCallable(address, { allowsLoopback: false })).toBe(false)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])('is called: %s', (address) => {
    expect(isCallable(address, { allowsLoopback: false })).toBe(true)
  })

  it('may be this machine where loopback is allowed, and still no other private address', () => {
    const rules = { allowsLoopback: true }
    const allowed = inside.map(([, address]) => address).filter((address) => isCallable(address, rules))
    expect(allowed).toEqual(['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'])
  })
})
