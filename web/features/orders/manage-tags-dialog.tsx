import { useState } from 'react'
import { t } from '#contract/i18n.ts'
import type { OrderTag } from '#contract/order-tags.ts'
import { useSingleFlight } from '#web/shared/form-submission.ts'
import { TagBadge } from '#web/shared/orders/tag-badge.tsx'
import { TagForm } from '#web/shared/orders/tag-form.tsx'
import {
  useCreateTag,
  useMergeTags,
  useRemoveTag,
  useTagCounts,
  useTags,
  useUpdateTag,
} from '#web/shared/orders/teamwork-api.ts'
import { QueryContent } from '#web/shared/query-content.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

/** The company's tags: add, rename, recolor, merge and delete. */
export function ManageTagsDialog({ onClose }: { onClose: () => void }) {
  const tags = useTags()
  const createTag = useCreateTag()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Tags')}
      description={t('Your company’s own labels for orders, shared by everyone.')}
    >
      <QueryContent what={t('The tags')} query={tags}>
        {(loaded) => <TagRows tags={loaded} />}
      </QueryContent>
      <TagForm
        defaults={{ name: '', color: 'gray' }}
        action={t('Add tag')}
        serverError={createTag.error}
        onSave={(fields) => createTag.mutateAsync(fields)}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('Close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

type OpenPart = { part: 'edit' | 'merge' | 'delete'; tag: OrderTag }

function TagRows({ tags }: { tags: readonly OrderTag[] }) {
  const { data: counts } = useTagCounts()
  const [open, setOpen] = useState<OpenPart | null>(null)
  const close = () => setOpen(null)
  const ordersOf = ({ id }: OrderTag) => counts && (counts.get(id) ?? 0)
  if (tags.length === 0) return <p className="text-muted">{t('No tags yet. Add your first one below.')}</p>
  return (
    <>
      <ul aria-label={t('Tags')} className="max-h-72 divide-y overflow-y-auto rounded-lg border">
        {tags.map((tag) => (
          <li key={tag.id} className="grid gap-2 px-3 py-2">
            <div className="flex flex-wrap items-center gap-2">
              <span className="mr-auto flex min-w-0 items-center gap-2">
                <TagBadge tag={tag} />
                <OrderCount orders={ordersOf(tag)} />
              </span>
              {(['edit', 'merge', 'delete'] as const).map((part) => (
                <Button
                  key={part}
                  size="small"
                  aria-label={partNames[part](tag)}
                  onClick={() => setOpen({ part, tag })}
                >
                  {partLabels[part]}
                </Button>
              ))}
            </div>
            {open?.part === 'edit' && open.tag.id === tag.id && <EditTag tag={tag} onClose={close} />}
          </li>
        ))}
      </ul>
      {open?.part === 'merge' && (
        <MergeTagDialog tag={open.tag} others={tags.filter(({ id }) => id !== open.tag.id)} onClose={close} />
      )}
      {open?.part === 'delete' && <DeleteTagDialog tag={open.tag} orders={ordersOf(open.tag)} onClose={close} />}
    </>
  )
}

type OrderCountProps = {
  /** Undefined while it loads. */
  orders: number | undefined
}

const OrderCount = ({ orders }: OrderCountProps) =>
  orders !== undefined && (
    <span className="text-sm whitespace-nowrap text-muted">
      {t('{orders, plural, one {# order} other {# orders}}', { orders })}
    </span>
  )

const partLabels = { edit: t('Edit'), merge: t('Merge'), delete: t('Delete') } as const

const partNames = {
  edit: ({ name }: OrderTag) => t('Edit {name}', { name }),
  merge: ({ name }: OrderTag) => t('Merge {name}', { name }),
  delete: ({ name }: OrderTag) => t('Delete {name}', { name }),
} as const

function EditTag({ tag: { id, name, color }, onClose }: { tag: OrderTag; onClose: () => void }) {
  const updateTag = useUpdateTag()
  return (
    <TagForm
      defaults={{ name, color }}
      action={t('Save tag')}
      serverError={updateTag.error}
      extra={
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
      }
      onSave={(fields) => updateTag.mutateAsync({ tagId: id, ...fields }).then(onClose)}
    />
  )
}

type MergeTagDialogProps = { tag: OrderTag; others: readonly OrderTag[]; onClose: () => void }

function MergeTagDialog({ tag, others, onClose }: MergeTagDialogProps) {
  const mergeTags = useMergeTags()
  const singleFlight = useSingleFlight()
  const [intoTagId, setIntoTagId] = useState('')
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Merge {name} into another tag?', { name: tag.name })}
      confirmLabel={t('Merge tags')}
      isPending={mergeTags.isPending}
      blockReason={intoTagId ? null : t('Choose the tag to keep.')}
      details={
        <>
          <Field label={t('Tag to keep')}>
            {(control) => (
              <Select
                {...control}
                options={others.map(({ id, name }) => ({ value: id, label: name }))}
                value={intoTagId}
                onValueChange={setIntoTagId}
              />
            )}
          </Field>
          <ServerErrorAlert error={mergeTags.error} />
        </>
      }
      onConfirm={() => singleFlight(() => mergeTags.mutateAsync({ tagId: tag.id, intoTagId }).then(onClose))}
    >
      {t(
        'Orders and saved views that use it will get the other tag, and {name} will be deleted. This can’t be undone.',
        { name: tag.name },
      )}
    </ConfirmDialog>
  )
}

type DeleteTagDialogProps = OrderCountProps & { tag: OrderTag; onClose: () => void }

function DeleteTagDialog({ tag: { id, name }, orders, onClose }: DeleteTagDialogProps) {
  const removeTag = useRemoveTag()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the tag {name}?', { name })}
      confirmLabel={t('Delete tag')}
      isDangerous
      isPending={removeTag.isPending}
      details={<ServerErrorAlert error={removeTag.error} />}
      onConfirm={() => singleFlight(() => removeTag.mutateAsync({ tagId: id }).then(onClose))}
    >
      {orders === undefined
        ? t('It will be removed from all its orders. Nothing else will change. This can’t be undone.')
        : t(
            'It will be removed from {orders, plural, one {# order} other {# orders}}. Nothing else will change. This can’t be undone.',
            { orders },
          )}
    </ConfirmDialog>
  )
}
