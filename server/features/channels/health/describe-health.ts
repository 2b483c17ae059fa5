import type { ChannelHealth } from '#contract/channel-connect.ts'
import type { ChannelRecord } from '../channel-queries.ts'
import { isShop } from '../channel-config.ts'
import { credentialsWarning, isSilent, silentAfterMinutes } from '../health-rules.ts'
import type { ChannelFacts } from './queries.ts'

export type DescribedChannel = Pick<
  ChannelRecord,
  | 'type'
  | 'isActive'
  | 'credentials'
  | 'accessError'
  | 'webhooksError'
  | 'lastHeardAt'
  | 'createdAt'
  | 'credentialsExpireAt'
> & { isPolled: boolean; isStarted: boolean }

/** A shop that answers is in step within seconds. */
export const slowAfterMinutes = 10

/** What is wrong with a channel and what to do, the most urgent first. Pure. */
export function describeHealth(
  channel: DescribedChannel,
  facts: ChannelFacts,
  now: Date,
): Pick<ChannelHealth, 'state' | 'notes'> {
  const isConnected = !isShop(channel.type) || channel.credentials !== null
  // A refused channel is not asked, so nothing else can be said of it.
  const isReached = isConnected && channel.accessError === null
  const isQuiet = isReached && channel.isPolled && isSilent(channel, now)
  const urgent = [
    channel.accessError && `The channel rejects Lockstep’s credentials: ${channel.accessError}`,
    !isConnected && 'The shop is disconnected. Reconnect it to import orders and send stock.',
    isReached && channel.webhooksError && webhooksNote(channel.webhooksError, isQuiet),
    isQuiet && silenceNote(channel, now),
    isConnected && credentialsWarning(channel.credentialsExpireAt, now),
    slowNote(facts, now),
    facts.failedMessages > 0 &&
      `${ofOrders(facts.failedMessages)} could not be reported to the channel. See the order${facts.failedMessages === 1 ? '' : 's'} under Orders › Needs attention.`,
    facts.failedDeliveries > 0 &&
      `${count(facts.failedDeliveries, 'delivery', 'deliveries')} could not be read. See the channel’s deliveries.`,
    facts.offers.failed > 0 &&
      `The channel refused ${count(facts.offers.failed, 'SKU', 'SKUs')}. See the channel’s listings.`,
  ].filter((note) => typeof note === 'string')
  const hints = [
    isConnected && !channel.isStarted && 'Not started yet: nothing is sent to the shop until you press Start.',
    facts.healedAt && `Webhooks stopped and were restored at ${timeOf(facts.healedAt)}. Missed orders were imported.`,
  ].filter((note) => typeof note === 'string')
  return {
    state: stateOf(channel, { isConnected, isQuiet, needsPerson: urgent.length > 0 }),
    notes: [...urgent, ...hints],
  }
}

type Findings = { isConnected: boolean; isQuiet: boolean; needsPerson: boolean }

function stateOf(
  { isActive, isStarted, accessError }: DescribedChannel,
  { isConnected, isQuiet, needsPerson }: Findings,
): ChannelHealth['state'] {
  if (!isActive) return 'paused'
  if (!isConnected) return 'disconnected'
  if (accessError !== null) return 'refused'
  if (isQuiet) return 'silent'
  if (needsPerson) return 'attention'
  return isStarted ? 'ok' : 'not_started'
}

const webhooksNote = (problem: string, isQuiet: boolean): string =>
  `Webhooks aren’t working: ${problem}${isQuiet ? '' : ' Orders are still imported every minute.'}`

function silenceNote({ lastHeardAt }: DescribedChannel, now: Date): string {
  const since = lastHeardAt
    ? `for ${duration(now.getTime() - lastHeardAt.getTime())}`
    : `for more than ${silentAfterMinutes} minutes`
  return `No contact with the shop ${since}. Check that it is online; Lockstep keeps trying.`
}

function slowNote({ waiting }: ChannelFacts, now: Date): string | null {
  const { offers, oldestOfferAt } = waiting
  const waitedMs = oldestOfferAt === null ? 0 : now.getTime() - new Date(oldestOfferAt).getTime()
  if (waitedMs < slowAfterMinutes * 60_000) return null
  const skus = count(offers, 'SKU is', 'SKUs are')
  return `${skus} waiting to be sent, the oldest for ${duration(waitedMs)}. The channel accepts updates too slowly or not at all.`
}

const ofOrders = (number: number): string => (number === 1 ? 'The status of 1 order' : `The status of ${number} orders`)

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`

const timeOf = (moment: string): string => `${moment.slice(11, 16)} UTC`

function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 120) return count(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? count(hours, 'hour', 'hours') : count(Math.floor(hours / 24), 'day', 'days')
}
