import { expect, it } from 'vitest'
import { isStrongSecret } from './secret-strength.ts'

it.each([
  ['a random UUID, as the specification’s browser makes one', '3f2b8c1e-9d47-4a6b-8e0f-71c5d2a94b36'],
  ['a random UUID with a prefix', 'key-3f2b8c1e-9d47-4a6b-8e0f-71c5d2a94b36'],
  ['a random UUID in capitals', '3F2B8C1E-9D47-4A6B-8E0F-71C5D2A94B36'],
  ['32 hex digits', '9f86d081884c7d659a2feaa0c55ad015'],
  ['22 characters of base64', 'qL3vX9_tB2mK7wRz-F5cYd'],
  ['25 small letters and digits', 'k3v9x2m7q8w4z1t6b5n0c3d8f'],
  ['28 small letters', 'qzvkwmxjtbpnrhgfdsclyaeiouqz'],
  ['a key of ours', 'ls_live_M2Zk9dQ0xw8rT5bNfJ6yLh1vCsAeGu3pRiXo7tKzWnE'],
  ['a secret of ours', 'whsec_M2Zk9dQ0xw8rT5bNfJ6yLh1vCsAeGu3pRiXo7tKzWnE='],
])('%s is strong', (_what, secret) => expect(isStrongSecret(secret)).toBe(true))

it.each([
  ['nothing', ''],
  ['a password', 'correct-horse-99'],
  ['31 hex digits', '9f86d081884c7d659a2feaa0c55ad01'],
  ['20 characters of base64', 'qL3vX9_tB2mK7wRz-F5c'],
  ['38 digits', '90428175936042817593604281759360428175'],
  ['one character, repeated', 'a'.repeat(200)],
  ['seven characters, repeated', 'abcdefg'.repeat(20)],
  ['a UUID made of the time (version 7)', '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9fa0b1'],
  ['a UUID made of the time, with a prefix', 'key-0199a1b2-7c3d-7e4f-8a5b-6c7d8e9fa0b1'],
  ['a UUID of time and machine (version 1)', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ['the UUID of zeros', '00000000-0000-0000-0000-000000000000'],
  ['our prefix without a key', `ls_live_${'x'.repeat(12)}`],
])('%s is weak', (_what, secret) => expect(isStrongSecret(secret)).toBe(false))
