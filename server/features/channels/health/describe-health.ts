import type { ChannelHealth } from '#contract/channel-connect.ts'
import { asMessage, joinMessages, type Message, say } from '#contract/i18n.ts'
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
): Pick<ChannelHealth, 'state'> & { notes: Message[] } {
  const isConnected = !isShop(channel.type) || channel.credentials !== null
  // A refused channel is not asked, so nothing else can be said of it.
  const isReached = isConnected && channel.accessError === null
  const isQuiet = isReached && channel.isPolled && isSilent(channel, now)
  const urgent = [
    channel.accessError !== null &&
      say('The channel rejects Lockstep’s credentials: {reason}', { reason: asMessage(channel.accessError) }),
    !isConnected && say('The shop is disconnected. Reconnect it to import orders and send stock.'),
    isReached && channel.webhooksError !== null && webhooksNote(channel.webhooksError, isQuiet),
    isQuiet && silenceNote(channel, now),
    isConnected && credentialsWarning(channel.credentialsExpireAt, now),
    slowNote(facts, now),
    facts.failedMessages > 0 &&
      say(
        'The status of {count, plural, one {# order could not be reported to the channel. See the order} other {# orders could not be reported to the channel. See the orders}} under Orders › Needs attention.',
        { count: facts.failedMessages },
      ),
    facts.failedDeliveries > 0 &&
      say('{count, plural, one {# delivery} other {# deliveries}} could not be read. See the channel’s deliveries.', {
        count: facts.failedDeliveries,
      }),
    facts.offers.failed > 0 &&
      say('The channel refused {count, plural, one {# SKU} other {# SKUs}}. See the channel’s listings.', {
        count: facts.offers.failed,
      }),
  ].filter((note) => note !== false && note !== null)
  const hints = [
    isConnected && !channel.isStarted && say('Not started yet: nothing is sent to the shop until you press Start.'),
    facts.healedAt !== null &&
      say('Webhooks stopped and were restored at {time}. Missed orders were imported.', {
        time: timeOf(facts.healedAt),
      }),
  ].filter((note) => note !== false && note !== null)
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

function webhooksNote(problem: string, isQuiet: boolean): Message {
  const note = say('Webhooks aren’t working: {problem}', { problem: asMessage(problem) })
  return isQuiet ? note : joinMessages([note, say('Orders are still imported every minute.')], ' ')
}

const silenceNote = ({ lastHeardAt }: DescribedChannel, now: Date): Message =>
  say('No contact with the shop {since}. Check that it is online; Lockstep keeps trying.', {
    since: lastHeardAt
      ? since(now.getTime() - lastHeardAt.getTime())
      : say('for more than {minutes} minutes', { minutes: silentAfterMinutes }),
  })

function slowNote({ waiting }: ChannelFacts, now: Date): Message | null {
  const { offers, oldestOfferAt } = waiting
  const waitedMs = oldestOfferAt === null ? 0 : now.getTime() - new Date(oldestOfferAt).getTime()
  if (waitedMs < slowAfterMinutes * 60_000) return null
  return say(
    '{count, plural, one {# SKU is} other {# SKUs are}} waiting to be sent, the oldest {since}. The channel accepts updates too slowly or not at all.',
    { count: offers, since: since(waitedMs) },
  )
}

const timeOf = (moment: string): string => `${moment.slice(11, 16)} UTC`

function since(milliseconds: number): Message {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes < 120) return say('for {minutes, plural, one {# minute} other {# minutes}}', { minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return say('for {hours, plural, one {# hour} other {# hours}}', { hours })
  return say('for {days, plural, one {# day} other {# days}}', { days: Math.floor(hours / 24) })
}
