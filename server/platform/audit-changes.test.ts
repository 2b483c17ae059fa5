import { expect, it } from 'vitest'
import { changesBetween } from './audit.ts'

it('keeps only what differs', () => {
  expect(changesBetween({ name: 'A', isActive: true }, { name: 'A', isActive: false })).toEqual({
    before: { isActive: true },
    after: { isActive: false },
  })
})

it('masks secrets and personal data, also inside objects', () => {
  const after = {
    clientSecret: 'hunter2',
    email: 'ana@example.com',
    phone: '+12065550100',
    customer: { lastName: 'Ruiz', city: 'Seattle' },
    note: 'plain',
  }
  expect(changesBetween({}, after).after).toEqual({
    clientSecret: '••••',
    email: 'a•••@example.com',
    phone: '+•••',
    customer: { lastName: 'R•••', city: 'Seattle' },
    note: 'plain',
  })
})
