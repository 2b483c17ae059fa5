import { sql } from 'drizzle-orm'
import { summarize } from '#emulators/accepted-counts.ts'
import type { SystemState } from './history.ts'

/** Nobody was told the same twice, and what counts as sent has arrived. */
export async function checkMessages(world: SystemState): Promise<string[]> {
  const { smtp, sms } = world.standIns
  const arrived = {
    email: new Set(smtp.state.mails.flatMap(messageIdOf)),
    sms: new Set(sms.state.texts.map(({ sid }) => sid)),
  }
  const missing = (await readSent(world)).filter(({ method, externalId }) => !arrived[method].has(externalId))
  const twice = (what: string, { repeated }: { repeated: number }) =>
    repeated === 0 ? [] : [`${repeated} ${what} came twice`]
  return [
    ...missing.map(({ method, externalId }) => `${method} ${externalId} counts as sent and never arrived`),
    ...twice('mails', summarize(smtp.state.tally)),
    ...twice('texts', summarize(sms.state.tally)),
  ]
}

const messageIdOf = ({ source }: { source: string }): string[] => {
  const found = /^message-id: (\S+)/im.exec(source)?.[1]
  return found ? [found] : []
}

type Sent = { method: 'email' | 'sms'; externalId: string }

function readSent({ deps, companyId }: SystemState): Promise<Sent[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<Sent>(sql`
      select method, external_id as "externalId" from notifications where status = 'sent'`)
    return rows
  })
}
