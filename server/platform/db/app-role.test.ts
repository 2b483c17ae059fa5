import { expect, it } from 'vitest'
import { appRole, appRoleUrl } from './roles.ts'

it('the app role is named after the database', () => {
  expect(appRole('postgres://owner:secret@db.example/lockstep').name).toBe('lockstep_app')
})

it('a long role name is truncated at PostgreSQL’s limit, between characters', () => {
  expect(appRole(`postgres://owner:secret@db.example/${'x'.repeat(63)}`).name).toBe(`${'x'.repeat(59)}_app`)
  expect(appRole(`postgres://owner:secret@db.example/${'ü'.repeat(31)}`).name).toBe(`${'ü'.repeat(29)}_app`)
})

it('the app role’s password is deterministic, and differs per owner and database', () => {
  const passwordOf = (url: string) => appRole(url).password
  const one = passwordOf('postgres://owner:secret@db.example/one')
  expect(passwordOf('postgres://owner:secret@replica.example:6432/one?sslmode=require')).toBe(one)
  expect(passwordOf('postgres://owner:other@db.example/one')).not.toBe(one)
  expect(passwordOf('postgres://owner:secret@db.example/two')).not.toBe(one)
})

it('the app role’s URL keeps host, port and options', () => {
  const url = new URL(appRoleUrl('postgres://owner:secret@db.example:6432/my%20shop?sslmode=require'))
  expect([url.host, url.pathname, url.search]).toEqual(['db.example:6432', '/my%20shop', '?sslmode=require'])
  expect(decodeURIComponent(url.username)).toBe('my shop_app')
})

it('without an owner’s password the app role has none', () => {
  expect(appRole('postgres://owner@db.example/lockstep').password).toBeNull()
  expect(appRoleUrl('postgres://owner@db.example/lockstep')).toBe('postgres://lockstep_app@db.example/lockstep')
})
