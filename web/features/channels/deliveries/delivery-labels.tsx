import CircleMinus from 'lucide-react/icons/circle-minus'
import Hourglass from 'lucide-react/icons/hourglass'
import ShieldX from 'lucide-react/icons/shield-x'
import type { ReactNode } from 'react'
import type { Delivery } from '#contract/channel-deliveries.ts'
import type { IntakeSource, IntakeState } from '#contract/channel-values.ts'
import { t } from '#contract/i18n.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const intakeStateLabels: Record<IntakeState, string> = {
  refused: t('Refused'),
  waiting: t('Waiting'),
  failed: t('Failed'),
  taken_in: t('Imported'),
  ignored: t('Ignored'),
}

export const sourceLabels: Record<IntakeSource, string> = {
  webhook: t('Webhook'),
  api: t('API'),
  poll: t('Fetched by Lockstep'),
}

/** For accessible names of buttons, for example "order.created of order 1042". */
export function deliveryName({ eventType, externalOrderId }: Delivery): string {
  if (eventType) {
    return externalOrderId
      ? t('{event} for order {order}', { event: eventType, order: externalOrderId })
      : t('{event} for an unknown order', { event: eventType })
  }
  return externalOrderId
    ? t('delivery for order {order}', { order: externalOrderId })
    : t('delivery for an unknown order')
}

/** The result of the intake, as a sentence. */
export function deliveryOutcome({ state, error, orderNumber }: Delivery): string {
  switch (state) {
    case 'refused':
      return error ?? t('Not signed by this channel.')
    case 'waiting':
      return t('Received. Waiting to be imported.')
    case 'failed':
      return error ?? t('The delivery could not be read.')
    case 'taken_in':
      return orderNumber ? t('Imported as order {orderNumber}.', { orderNumber }) : t('Imported.')
    case 'ignored':
      return [error ?? t('It contains no order.'), orderNumber && t('See order {orderNumber}.', { orderNumber })]
        .filter(Boolean)
        .join(' ')
  }
}

/** How the delivery was authenticated. */
export function signatureText({ source, state }: Delivery): string {
  if (source === 'api') return t('Sent with the channel’s API key')
  if (source === 'poll') return t('Fetched from the channel by Lockstep')
  return state === 'refused' ? t('Not verified') : t('Verified')
}

const stateStyles: Record<IntakeState, { tone: Tone; icon?: ReactNode }> = {
  refused: { tone: 'warning', icon: <ShieldX aria-hidden /> },
  waiting: { tone: 'info', icon: <Hourglass aria-hidden /> },
  failed: { tone: 'danger' },
  taken_in: { tone: 'success' },
  ignored: { tone: 'neutral', icon: <CircleMinus aria-hidden /> },
}

export function IntakeStateBadge({ state }: { state: IntakeState }) {
  return <Badge {...stateStyles[state]}>{intakeStateLabels[state]}</Badge>
}
