import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Link } from 'wouter'
import type { ChannelRow } from '#contract/channels.ts'
import { formatCount } from '#web/lib/figures.ts'
import { openedFromList } from '#web/shared/use-url-detail.ts'

/** Leads to what of this channel waits for a person. */
export function ProblemsLink({ channel: { id, name, problems } }: { channel: ChannelRow }) {
  return (
    <Link
      href={`/channels?channel=${id}&tab=attention`}
      state={openedFromList}
      aria-label={`${formatCount(problems, 'problem')} to look at in ${name}`}
      className="inline-flex min-h-10 items-center gap-2 self-start font-medium text-warning underline-offset-2 hover:underline md:min-h-8"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {formatCount(problems, 'problem')} to look at
    </Link>
  )
}
