import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import { mostTags, type OrderTag, tagColors } from '#contract/order-tags.ts'
import type { OrderRow } from '#contract/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { useSingleFlight } from '../form-submission.ts'
import { QueryContent } from '../query-content.tsx'
import { TagForm } from './tag-form.tsx'
import { useCreateTag, useTagOrders, useTags } from './teamwork-api.ts'

type TaggedOrder = Pick<OrderRow, 'id' | 'orderNumber' | 'tags'>

type TagOrdersDialogProps = { orders: readonly TaggedOrder[]; onClose: () => void }

/** Tags of one or several orders. */
export function TagOrdersDialog({ orders, onClose }: TagOrdersDialogProps) {
  const tagOrders = useTagOrders()
  const [only] = orders
  return (
    <TagsDialog
      title={
        orders.length === 1 && only
          ? t('Tags for order {orderNumber}', { orderNumber: only.orderNumber })
          : t('Tag {count, plural, one {# order} other {# orders}}', { count: orders.length })
      }
      orders={orders}
      isPending={tagOrders.isPending}
      onSave={(change) => tagOrders.mutateAsync({ orderIds: orders.map(({ id }) => id), ...change }).then(onClose)}
      onClose={onClose}
    />
  )
}

export type TagChange = { add: string[]; remove: string[] }

type TagsDialogProps = {
  title: string
  /** Null where only the server knows the orders, such as all that match a filter. */
  orders: readonly TaggedOrder[] | null
  isPending: boolean
  onSave: (change: TagChange) => Promise<unknown>
  onClose: () => void
}

/** A tag that only some of the orders have is half checked, and stays so unless it is clicked; so is every tag of unknown orders. */
export function TagsDialog({ title, orders, isPending, onSave, onClose }: TagsDialogProps) {
  const tags = useTags()
  const singleFlight = useSingleFlight()
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const choose = (tagId: string, isOn: boolean) => setChoices((before) => new Map(before).set(tagId, isOn))
  const chosen = (isOn: boolean) => [...choices].filter(([, choice]) => choice === isOn).map(([tagId]) => tagId)

  function save() {
    if (choices.size === 0) return onClose()
    singleFlight(() => onSave({ add: chosen(true), remove: chosen(false) }))
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={t('Your company’s own labels for orders. Customers and channels can’t see them.')}
    >
      <QueryContent what={t('The tags')} query={tags}>
        {(loaded) => (
          <>
            <TagChoices tags={loaded} orders={orders} choices={choices} onChoose={choose} />
            <NewTag known={loaded} onCreated={(tag) => choose(tag.id, true)} />
          </>
        )}
      </QueryContent>
      <DialogActions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" isPending={isPending} onClick={save}>
          {t('Save tags')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type TagChoicesProps = {
  tags: readonly OrderTag[]
  orders: readonly TaggedOrder[] | null
  choices: ReadonlyMap<string, boolean>
  onChoose: (tagId: string, isOn: boolean) => void
}

function TagChoices({ tags, orders, choices, onChoose }: TagChoicesProps) {
  if (tags.length === 0) return <p className="text-muted">{t('No tags yet. Add your first one below.')}</p>
  return (
    <ul aria-label={t('Tags')} className="grid max-h-64 overflow-y-auto rounded-lg border px-3 py-1 sm:grid-cols-2">
      {tags.map(({ id, name }) => {
        const share = orders === null ? 'unknown' : shareOf(orders, id)
        const choice = choices.get(id)
        const isOn = choice ?? share === 'all'
        return (
          <li key={id} className="min-w-0">
            <Checkbox
              ref={(box) => {
                if (box) box.indeterminate = choice === undefined && (share === 'some' || share === 'unknown')
              }}
              label={name}
              checked={isOn}
              onChange={() => onChoose(id, !isOn)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** How many of the orders have the tag. */
function shareOf(orders: readonly TaggedOrder[], tagId: string): 'all' | 'some' | 'none' {
  const having = orders.filter(({ tags }) => tags.some(({ id }) => id === tagId)).length
  if (having === 0) return 'none'
  return having === orders.length ? 'all' : 'some'
}

type NewTagProps = { known: readonly OrderTag[]; onCreated: (tag: OrderTag) => void }

/** Each new tag is offered another color. */
function NewTag({ known, onCreated }: NewTagProps) {
  const createTag = useCreateTag()
  if (known.length >= mostTags) {
    return (
      <p className="text-sm text-muted">
        {t('You have reached the limit of {mostTags} tags. Merge or delete some to add others.', { mostTags })}
      </p>
    )
  }
  const color = tagColors[known.length % tagColors.length] ?? 'gray'
  return (
    <TagForm
      key={known.length}
      defaults={{ name: '', color }}
      action={t('Add tag')}
      serverError={createTag.error}
      onSave={async (fields) => onCreated(await createTag.mutateAsync(fields))}
    />
  )
}
