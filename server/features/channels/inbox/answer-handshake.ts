import { z } from 'zod'
import type { CompanyContext } from '#server/platform/context.ts'
import { noSuchChannel } from '../queries/channels.ts'
import { validSecrets } from './good-secrets.ts'
import { findReceivingChannel } from './queries/receiving.ts'
import { isSameSecret } from './same-secret.ts'

/** How Meta makes sure that whoever subscribes an address may read there: the token is the channel's webhook secret. */
const Handshake = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(500),
  'hub.challenge': z.string().regex(/^[\w.~-]{1,200}$/),
})

export type HandshakeAnswer = { kind: 'agreed'; challenge: string } | { kind: 'refused' } | { kind: 'never asked' }

/** Channels other than Meta's ask nothing before they send. */
export async function answerHandshake(
  ctx: CompanyContext,
  channelId: string,
  question: unknown,
): Promise<HandshakeAnswer> {
  const channel = await ctx.transaction((tx) => findReceivingChannel(tx, ctx.companyId, channelId))
  if (!channel) throw noSuchChannel()
  if (channel.type !== 'meta_shops') return { kind: 'never asked' }
  const asked = Handshake.safeParse(question)
  if (!asked.success) return { kind: 'refused' }
  const { 'hub.verify_token': token, 'hub.challenge': challenge } = asked.data
  const isKnown = validSecrets(ctx, channel).map((secret) => isSameSecret(token, secret))
  return isKnown.includes(true) ? { kind: 'agreed', challenge } : { kind: 'refused' }
}
