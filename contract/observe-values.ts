import { t } from './i18n.ts'

/**
 * What Lockstep would have done while a company observes: send an order to Amazon, cancel one there, tell a shop its stock or what became of an
 * order, write to a customer, change a listing at Amazon, make webhooks at a shop.
 */
export const observationKinds = [
  'order',
  'cancellation',
  'stock',
  'channel_message',
  'customer_message',
  'listing',
  'webhook',
] as const
export type ObservationKind = (typeof observationKinds)[number]

/** `keep`: Lockstep would have kept it for a person; `by_hand`: its channel does not send orders automatically. */
export const observationDecisions = ['send', 'keep', 'by_hand', 'none'] as const
export type ObservationDecision = (typeof observationDecisions)[number]

/** What really happened was different: another tool did something else, or at another time. */
export const differences = [
  'not_sent',
  'sent_anyway',
  'sent_twice',
  'not_known',
  'shipped_otherwise',
  'speed_differs',
  'units_differ',
  'time_differs',
  'shows_more',
  'shows_less',
] as const
export type Difference = (typeof differences)[number]

/** `waiting`: nothing to compare with has been read yet; `not_compared`: Lockstep can’t see what really happened. */
export const verdicts = ['waiting', 'same', 'not_compared', ...differences] as const
export type Verdict = (typeof verdicts)[number]

/** Why a call that sends something is refused while the company observes. */
export const observingRefusal = t(
  'Lockstep is in observe mode and isn’t sending anything. An admin can turn it off in Settings > System.',
)

export const observationKindLabels: Record<ObservationKind, string> = {
  order: t('Orders'),
  cancellation: t('Cancellations'),
  stock: t('Stock'),
  channel_message: t('Messages to channels'),
  customer_message: t('Messages to customers'),
  listing: t('Amazon listings'),
  webhook: t('Webhooks'),
}

export const decisionLabels: Record<ObservationDecision, string> = {
  send: t('sent'),
  keep: t('held it for you'),
  by_hand: t('waited for you'),
  none: t('not recognized it'),
}

export const verdictLabels: Record<Verdict, string> = {
  waiting: t('Waiting'),
  same: t('Same'),
  not_compared: t('Not compared'),
  not_sent: t('Not sent by the other tool'),
  sent_anyway: t('Sent, though Lockstep would have held it'),
  sent_twice: t('Sent twice'),
  not_known: t('No such order in Lockstep'),
  shipped_otherwise: t('Shipped another way'),
  speed_differs: t('Different speed'),
  units_differ: t('Different quantity'),
  time_differs: t('Different time'),
  shows_more: t('Shop shows more'),
  shows_less: t('Shop shows less'),
}
