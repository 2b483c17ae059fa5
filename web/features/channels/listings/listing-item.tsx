import { zodResolver } from '@hookform/resolvers/zod'
import Pencil from 'lucide-react/icons/pencil'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ChannelListing, channelListingsApi, ListingChange } from '#contract/channel-listings.ts'
import type { ChannelDetail } from '#contract/channels.ts'
import { t } from '#contract/i18n.ts'
import { formatMoney } from '#contract/money.ts'
import { withDecimalMark } from '#contract/parse-number.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { ActiveBadge, ListingSyncBadge } from '#web/shared/badges.tsx'
import { CopyableCode } from '#web/shared/copyable-code.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { rich } from '#web/shared/rich.tsx'
import { RelativeTime } from '#web/shared/relative-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUpdateListing } from './api.ts'

type ListingProps = { listing: ChannelListing; channel: ChannelDetail }

export function ListingItem({ listing, channel }: ListingProps) {
  const { skuId, sku, title, isActive, externalId, sellable, syncError } = listing
  const nameId = `listing-${skuId}`
  return (
    <li className="px-4 py-3">
      <fieldset aria-labelledby={nameId} className="grid min-w-0 gap-2">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <span id={nameId} className="font-mono font-semibold wrap-anywhere">
                {sku}
              </span>
              {!isActive && <ActiveBadge isActive={false} />}
            </p>
            <p className="text-sm text-muted wrap-anywhere">{title}</p>
          </div>
          <Price listing={listing} />
        </div>
        {syncError && <p className="text-sm wrap-anywhere text-danger">{syncError}</p>}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div className="flex min-w-0 basis-full flex-wrap items-center gap-x-4 gap-y-1 text-sm sm:flex-1">
            <span>{isActive ? t('{sellable} sellable', { sellable }) : t('Inactive SKUs are not offered.')}</span>
            <SyncState listing={listing} />
            {externalId && (
              <span className="flex items-center gap-1.5">
                <span className="shrink-0 text-muted">{t('Channel’s own ID')}</span>{' '}
                <CopyableCode label={t('ID')} code={externalId} />
              </span>
            )}
          </div>
          <VisibilitySwitch listing={listing} channel={channel} />
          <EditListing listing={listing} channel={channel} />
        </div>
      </fieldset>
    </li>
  )
}

/** The channel's own price, else the SKU's price. */
function Price({ listing: { price, skuPrice } }: { listing: ChannelListing }) {
  const effectivePrice = price ?? skuPrice
  if (effectivePrice === null) return <p className="shrink-0 text-muted">{t('No price')}</p>
  return (
    <div className="shrink-0 text-right">
      <p className="font-semibold">{formatMoney(effectivePrice)}</p>
      <p className="text-xs text-muted">{price === null ? t('SKU price') : skuPriceText(skuPrice)}</p>
    </div>
  )
}

const skuPriceText = (skuPrice: string | null): string =>
  skuPrice ? t('SKU price: {price}', { price: formatMoney(skuPrice) }) : t('SKU price: not set')

/** Sync status of the listing and time of the last sync. */
function SyncState({ listing: { syncStatus, lastSyncedAt } }: { listing: ChannelListing }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {syncStatus ? <ListingSyncBadge status={syncStatus} /> : <span className="text-muted">{t('Not sent')}</span>}
      {lastSyncedAt && (
        <span className="text-sm text-muted">
          {syncStatus === 'synced' ? (
            <RelativeTime moment={lastSyncedAt} />
          ) : (
            rich(t('Last synced {when}'), { when: <RelativeTime moment={lastSyncedAt} /> })
          )}
        </span>
      )}
    </span>
  )
}

/** Saves at once, without a form. */
function VisibilitySwitch({ listing: { skuId, sku, isActive, isVisible }, channel: { id, name } }: ListingProps) {
  const { role } = useCurrentUser()
  const update = useUpdateListing()
  const requested = update.isPending ? update.variables.isVisible : undefined

  function change(next: boolean) {
    update.mutate(
      { channelId: id, skuId, isVisible: next },
      {
        onSuccess: () =>
          toast({
            title: next ? t('SKU Offered') : t('SKU Hidden'),
            description: next
              ? t('{sku} is now offered on {name}', { name, sku })
              : t('{sku} is no longer offered on {name}', { name, sku }),
          }),
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: t('Error'),
            description: next
              ? t('Failed to offer {sku}. {error}', { sku, error: errorMessage(error) })
              : t('Failed to hide {sku}. {error}', { sku, error: errorMessage(error) }),
          }),
      },
    )
  }

  return (
    <Switch
      label={t('Visible')}
      checked={requested ?? isVisible}
      onCheckedChange={change}
      disabled={!isActive || !allows(channelListingsApi.update.access, role)}
    />
  )
}

function EditListing({ listing, channel }: ListingProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <PermittedButton
        access={channelListingsApi.update.access}
        task={t('change listings')}
        size="small"
        aria-label={t('Edit {sku}', { sku: listing.sku })}
        onClick={() => setIsOpen(true)}
      >
        <Pencil aria-hidden />
        {t('Edit')}
      </PermittedButton>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('Edit {sku}', { sku: listing.sku })}
        description={t('On {name} only.', { name: channel.name })}
      >
        <EditListingForm listing={listing} channel={channel} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const ListingFields = ListingChange.pick({ price: true, externalId: true }).required()

function EditListingForm({ listing, channel, onClose }: ListingProps & { onClose: () => void }) {
  const { skuId, sku, skuPrice } = listing
  const update = useUpdateListing()
  const form = useForm({
    resolver: zodResolver(ListingFields),
    defaultValues: { price: withDecimalMark(listing.price ?? ''), externalId: listing.externalId ?? '' },
  })
  const { errors, isDirty, isSubmitting, dirtyFields } = form.formState

  const submit = form.handleSubmit(async ({ price, externalId }) => {
    if (!isDirty) return onClose()
    // Sends dirty fields only, so that a colleague's concurrent change is not overwritten.
    const change = { ...(dirtyFields.price && { price }), ...(dirtyFields.externalId && { externalId }) }
    try {
      await update.mutateAsync({ channelId: channel.id, skuId, ...change })
      toast({
        title: t('Listing Updated'),
        description: t('{sku} has been saved for {name}', { sku, name: channel.name }),
      })
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field
        label={t('Price')}
        isOptional
        hint={
          skuPrice
            ? t('Leave empty to use the SKU’s price, {skuPrice}.', { skuPrice: formatMoney(skuPrice) })
            : t('The SKU has no price yet.')
        }
        error={errors.price?.message}
      >
        {(control) => <Input {...control} {...form.register('price')} inputMode="decimal" autoComplete="off" />}
      </Field>
      <Field
        label={t('Channel’s own ID')}
        isOptional
        hint={t('The ID that {name} uses in its orders, if it differs from {sku}.', { name: channel.name, sku })}
        error={errors.externalId?.message}
      >
        {(control) => <Input {...control} {...form.register('externalId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <FormFooter
        action={t('Save Changes')}
        serverError={errors.root?.['server'] ? update.error : null}
        isPending={isSubmitting}
        onCancel={onClose}
      />
    </form>
  )
}
