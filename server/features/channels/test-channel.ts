import type { CompanyContext } from '#server/platform/context.ts'
import { Rejected, Unauthorized, Unavailable } from '#server/ports/failure.ts'
import { recordAccess } from './access.ts'
import { toChannelKind } from './config.ts'
import { openConnection } from './connection.ts'
import { getChannelOrThrow } from './queries/channels.ts'

type TestResult = { success: boolean; message: string }

/** Asks the channel whether it hears us, and tells in words what came back. */
export async function testChannel(ctx: CompanyContext, { channelId }: { channelId: string }): Promise<TestResult> {
  const { channel, connection } = await ctx.transaction(async (tx) => ({
    channel: await getChannelOrThrow(tx, ctx.companyId, channelId),
    connection: await openConnection(tx, ctx, channelId),
  }))
  const kind = toChannelKind(channel)
  const adapter = kind && ctx.ports.channels[kind]
  if (!adapter?.test) return { success: false, message: 'Nothing can be sent to this kind of channel yet.' }
  if (channel.type === 'website' && connection.webhookUrl === null) {
    return { success: false, message: 'Enter a webhook URL first: it is where Lockstep sends stock and tracking.' }
  }
  try {
    await adapter.test(connection)
  } catch (error) {
    if (error instanceof Unauthorized) await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, error.message))
    if (isFailure(error)) return { success: false, message: error.message }
    throw error
  }
  await ctx.transaction((tx) => recordAccess(tx, ctx, channelId, null))
  return { success: true, message: `“${channel.name}” hears us.` }
}

const isFailure = (error: unknown): error is Error =>
  error instanceof Unavailable || error instanceof Rejected || error instanceof Unauthorized
