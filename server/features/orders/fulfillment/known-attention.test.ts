import { expect, it } from 'vitest'
import { withoutKnownAttention } from './order-effects.ts'

const lost = { code: 'package_lost', reason: 'Package 1 won’t reach the customer.' } as const
const failed = { code: 'unfulfillable', reason: 'Amazon found no way.' } as const
const raisedOf = (
  raised: readonly (typeof lost | typeof failed)[],
  known: Parameters<typeof withoutKnownAttention>[1],
) => withoutKnownAttention({ raised: [...raised], resolved: [] }, known).raised

it('raises nothing a second time while somebody still has to see to it', () => {
  expect(raisedOf([lost, failed], [{ ...failed, isOpen: true }])).toEqual([lost])
})

it('raises again what was seen to, but for what a person may dismiss', () => {
  expect(
    raisedOf(
      [lost, failed],
      [failed, lost].map((item) => ({ ...item, isOpen: false })),
    ),
  ).toEqual([failed])
})

it('raises the same for another reason', () => {
  const other = { ...lost, reason: 'Package 2 won’t reach the customer.' }
  expect(raisedOf([lost], [{ ...other, isOpen: true }])).toEqual([lost])
  expect(raisedOf([lost], [{ ...lost, code: 'unfulfillable', isOpen: true }])).toEqual([lost])
})

it('settles nothing that it raises', () => {
  const effects = { raised: [failed], resolved: ['unfulfillable', 'package_lost'] as const }
  expect(withoutKnownAttention({ ...effects, resolved: [...effects.resolved] }, []).resolved).toEqual(['package_lost'])
  const known = [{ ...failed, isOpen: true }]
  expect(withoutKnownAttention({ ...effects, resolved: [...effects.resolved] }, known).resolved).toEqual([
    'unfulfillable',
    'package_lost',
  ])
})
