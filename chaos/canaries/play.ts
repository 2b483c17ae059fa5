import type { ScenarioResult, ScenarioOptions } from '../outcome.ts'
import { act, sendAll } from './act.ts'
import { findLeaks } from './judge.ts'
import { breakDown, provoke } from './provoke.ts'
import { setUpCompany } from './settle-company.ts'
import { sendOrders, untilQuiet } from './tell-orders.ts'
import { startCanarySystem } from './world.ts'

/** Personal data and secrets come in by every door while everything fails; afterwards they are looked for everywhere. */
export async function runCanaries({ seed, size }: ScenarioOptions): Promise<ScenarioResult> {
  const world = await startCanarySystem(seed)
  try {
    const company = await setUpCompany(world)
    await company.ops.must('POST', '/api/sync/inventory', {})
    const { byKeyId } = await sendOrders(world, company)
    await untilQuiet(world)
    await act(world, company, byKeyId)
    const answers = await provoke(world, company)
    await untilQuiet(world)
    await sendAll(world, company)
    await breakDown(world, company, size)
    // What a dead process held is given to another after fifteen seconds: too long for the short play.
    if (size === 'long') await untilQuiet(world)
    return await findLeaks(world, company, answers)
  } finally {
    await world.close()
  }
}
