import { expect, it } from 'vitest'
import { clientNetwork } from './rate-limit.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s counts as client %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
