import { expect, it } from 'vitest'
import { allows, feedKeyScopes, roles, type Access } from './roles.ts'

it.each<[Access, string[]]>([
  ['public', ['readonly', 'ops', 'admin']],
  ['readonly', ['readonly', 'ops', 'admin']],
  ['ops', ['ops', 'admin']],
  ['admin', ['admin']],
  ['key:orders.read', []],
])('opens what needs %s to %j', (access, expected) => {
  expect(roles.filter((role) => allows(access, role))).toEqual(expected)
})

it('a key in an address may read inventory, nothing else', () => {
  expect(feedKeyScopes).toEqual(['inventory.read'])
})
