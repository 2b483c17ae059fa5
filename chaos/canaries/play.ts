import type { Outcome, Told } from '../outcome.ts'
import { act, sendAll } from './act.ts'
import { judge } from './judge.ts'
import { breakDown, provoke } from './provoke.ts'
import { settleCompany } from './settle-company.ts'
import { tellOrders, untilQuiet } from './tell-orders.ts'
import { openCanaryWorld } from './world.ts'

/** Personal data and secrets come in by every door while everything fails; afterwards they are looked for everywhere. */
export async function playCanaries({ seed, size }: Told): Promise<Outcome> {
  const world = await openCanaryWorld(seed)
  try {
    const company = await settleCompany(world)
    await company.ops.must('POST', '/api/sync/inventory', {})
    const { byKeyId } = await tellOrders(world, company)
    await untilQuiet(world)
    await act(world, company, byKeyId)
    const answers = await provoke(world, company)
    await untilQuiet(world)
    await sendAll(world, company)
    await breakDown(world, company, size)
    // What a dead process held is given to another after fifteen seconds: too long for the short play.
    if (size === 'long') await untilQuiet(world)
    return await judge(world, company, answers)
  } finally {
    await world.close()
  }
}
