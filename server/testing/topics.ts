import type { Topic } from '#contract/events.ts'
import type { Deps } from '#server/platform/context.ts'
import { eventChannel, type ChangeNotice } from '#server/platform/events/announce.ts'

/** What a company's browsers are told to read anew because of this work. */
export async function recordTopics(
  { db }: Pick<Deps, 'db'>,
  companyId: string,
  work: () => Promise<unknown>,
): Promise<Topic[]> {
  const notices: ChangeNotice[] = []
  const client = await db.pool.connect()
  client.on('notification', ({ payload = '' }) => notices.push(JSON.parse(payload) as ChangeNotice))
  await client.query(`listen ${eventChannel}`)
  await work()
  // Before it answers, PostgreSQL hands out what it has to tell.
  await client.query(`unlisten ${eventChannel}`)
  client.release(true)
  const ofCompany = notices.filter((notice) => notice.companyId === companyId)
  return ofCompany.map(({ topic }) => topic).toSorted()
}
