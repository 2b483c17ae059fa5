import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { claim } from './claim.mjs'

test('a claim can be taken by another process after its release', async () => {
  const name = randomUUID()
  const first = await claim(name, () => 'the first')
  const second = await claim(name)
  if (!first.held || second.held) throw new Error('The first must hold the name, and only the first')
  expect(second.holder).toBe('the first')
  await first.release()
  await second.released
  const third = await claim(name)
  expect(third.held).toBe(true)
  if (third.held) await third.release()
})
