import { expect, it } from 'vitest'
import { withoutKnownAttention } from './order-effects.ts'

const lost = { code: 'package_lost', reason: 'Package 1 won’t reach the customer.' } as const
const failed = { code: 'unfulfillable', reason: 'Amazon found no way.' } as const
const raisedOf = (
  raised: readonly (typeof lost | typeof failed)[],
  known: Parameters<typeof withoutKnownAttention>[1],
) => withoutKnownAttention({ raised: [...raised], resolved: [] }, known).raised

it('attention that is open is not raised again', () => {
  expect(raisedOf([lost, failed], [{ ...failed, isOpen: true }])).toEqual([lost])
})

it('attention that was resolved is raised again unless it can be dismissed', () => {
  expect(
    raisedOf(
      [lost, failed],
      [failed, lost].map((item) => ({ ...item, isOpen: false })),
    ),
  ).toEqual([failed])
})

it('attention with another reason is raised', () => {
  const other = { ...lost, reason: 'Package 2 won’t reach the customer.' }
  expect(raisedOf([lost], [{ ...other, isOpen: true }])).toEqual([lost])
  expect(raisedOf([lost], [{ ...lost, code: 'unfulfillable', isOpen: true }])).toEqual([lost])
})

it('a code that is raised is not resolved', () => {
  const effects = { raised: [failed], resolved: ['unfulfillable', 'package_lost'] as const }
  expect(withoutKnownAttention({ ...effects, resolved: [...effects.resolved] }, []).resolved).toEqual(['package_lost'])
  const known = [{ ...failed, isOpen: true }]
  expect(withoutKnownAttention({ ...effects, resolved: [...effects.resolved] }, known).resolved).toEqual([
    'unfulfillable',
    'package_lost',
  ])
})
