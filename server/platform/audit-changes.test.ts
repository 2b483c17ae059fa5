import { expect, it } from 'vitest'
import { changesBetween } from './audit.ts'

it('audit changes contain only fields that differ', () => {
  expect(changesBetween({ name: 'A', isActive: true }, { name: 'A', isActive: false })).toEqual({
    before: { isActive: true },
    after: { isActive: false },
  })
})

it('audit changes mask secrets and personal data, also in objects and lists', () => {
  const after = {
    clientSecret: 'hunter2',
    email: 'ana@example.com',
    phone: '+12065550100',
    customer: { lastName: 'Ruiz', city: 'Seattle' },
    recipients: [{ email: 'theo@example.com' }, 'plain'],
    phones: ['+1', null],
    holdReason: 'Ana called',
    reason: 'C. wrote from c@example.com: moved to 1 Main St, call +12065550100',
    note: 'plain',
  }
  expect(changesBetween({}, after).after).toEqual({
    clientSecret: '••••',
    email: 'a•••@example.com',
    phone: '+•••',
    customer: { lastName: 'R•••', city: 'Seattle' },
    recipients: [{ email: 't•••@example.com' }, 'plain'],
    phones: ['+•••', null],
    holdReason: 'A•••',
    reason: 'C•••',
    note: 'plain',
  })
})
