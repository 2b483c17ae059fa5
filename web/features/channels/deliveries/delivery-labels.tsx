import CircleMinus from 'lucide-react/icons/circle-minus'
import Hourglass from 'lucide-react/icons/hourglass'
import ShieldX from 'lucide-react/icons/shield-x'
import type { ReactNode } from 'react'
import type { Delivery } from '#contract/channel-deliveries.ts'
import type { IntakeSource, IntakeState } from '#contract/channel-values.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'

export const intakeStateLabels: Record<IntakeState, string> = {
  refused: 'Refused',
  waiting: 'Waiting',
  failed: 'Failed',
  taken_in: 'Taken in',
  ignored: 'Ignored',
}

export const sourceLabels: Record<IntakeSource, string> = {
  webhook: 'Webhook',
  api: 'API',
  poll: 'Read by Lockstep',
}

/** For accessible names of buttons, for example "order.created of order 1042". */
export function deliveryName({ eventType, externalOrderId }: Delivery): string {
  return `${eventType ?? 'delivery'} of ${externalOrderId ? `order ${externalOrderId}` : 'an unknown order'}`
}

/** The result of the intake, as a sentence. */
export function deliveryOutcome({ state, error, orderNumber }: Delivery): string {
  switch (state) {
    case 'refused':
      return error ?? 'It was not signed by this channel.'
    case 'waiting':
      return 'It is stored and will be taken in.'
    case 'failed':
      return error ?? 'It could not be understood.'
    case 'taken_in':
      return orderNumber ? `It became part of order ${orderNumber}.` : 'It was taken in.'
    case 'ignored':
      return [error ?? 'It says nothing about an order.', orderNumber && `See order ${orderNumber}.`]
        .filter(Boolean)
        .join(' ')
  }
}

/** How the delivery was authenticated. */
export function signatureText({ source, state }: Delivery): string {
  if (source === 'api') return 'Sent with the channel’s API key'
  if (source === 'poll') return 'Read from the channel by Lockstep'
  return state === 'refused' ? 'Not verified' : 'Verified'
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
