import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { buttonVariants } from '#web/ui/button-variants.ts'
import { openedFromList } from '../use-url-detail.ts'

type ChannelLinkProps = { channelId: string; tab: string; delivery?: string; label: string; children: ReactNode }

/** Leads into the drawer of a channel. Inside it, it shows another tab in the place of the present one. */
export function ChannelLink({ channelId, tab, delivery, label, children }: ChannelLinkProps) {
  const [params] = useSearchParams()
  const isInside = params.has('channel')
  const query = new URLSearchParams({ channel: channelId, tab, ...(delivery && { delivery }) })
  return (
    <Link
      href={`/channels?${query}`}
      replace={isInside}
      state={isInside ? (window.history.state as unknown) : openedFromList}
      aria-label={label}
      className={buttonVariants({ size: 'small' })}
    >
      {children}
    </Link>
  )
}
