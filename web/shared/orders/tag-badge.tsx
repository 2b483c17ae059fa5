import { cx } from 'class-variance-authority'
import Tag from 'lucide-react/icons/tag'
import { t } from '#contract/i18n.ts'
import type { OrderTag, TagColor } from '#contract/order-tags.ts'

const grounds: Record<TagColor, string> = {
  gray: 'bg-sunken text-muted',
  teal: 'bg-accent-soft text-accent',
  blue: 'bg-info-soft text-info',
  green: 'bg-success-soft text-success',
  amber: 'bg-warning-soft text-warning',
  red: 'bg-danger-soft text-danger',
}

/** Round and with a tag, unlike the badges of statuses. */
export function TagBadge({ tag: { name, color } }: { tag: Pick<OrderTag, 'name' | 'color'> }) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full min-w-0 items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium',
        grounds[color],
      )}
    >
      <Tag aria-hidden className="size-3 shrink-0" />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** The tags of an order; nothing without tags. */
export function OrderTags({ tags }: { tags: readonly OrderTag[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('Tags')} className="flex min-w-0 flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag.id} className="max-w-full min-w-0">
          <TagBadge tag={tag} />
        </li>
      ))}
    </ul>
  )
}
