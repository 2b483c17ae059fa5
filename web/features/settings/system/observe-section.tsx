import { LazyConfirmDialog } from '#web/shared/lazy-confirm-dialog.tsx'
import { rich } from '#web/shared/rich.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { t } from '#contract/i18n.ts'
import { type GoingLive, observeApi } from '#contract/observe.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.tsx'
import { Day } from '#web/shared/dates.tsx'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { SettingsSection } from '../settings-section.tsx'

const modeKey = ['settings', 'observe']

/** Observe mode of the company: what it is, since when it is on, and the switch. */
export function ObserveSection() {
  const {
    data: mode,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: modeKey,
    queryFn: ({ signal }) => call(observeApi.mode, {}, { signal }),
    meta: { topics: ['orders', 'channels'] },
  })
  const [isAsking, setIsAsking] = useState(false)
  const isObserving = mode ? mode.observingSince !== null : false
  const switchMode = useSwitchMode(() => setIsAsking(false))

  return (
    <SettingsSection
      title={t('Observe mode')}
      description={t(
        'Lockstep makes every decision but sends nothing. Run it alongside your current tool and compare.',
      )}
    >
      {!mode && !error && <Spinner />}
      {error && (
        <LoadError what={t('Observe mode')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {mode && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {mode.observingSince === null ? (
            <p>
              {rich(t('Off. Lockstep is live. <link>Last comparison</link>'), {
                link: comparisonLink,
              })}
            </p>
          ) : (
            <p>{rich(t('On since {day}. Nothing is sent.'), { day: <Day moment={mode.observingSince} /> })}</p>
          )}
          <PermittedButton
            access={observeApi.switchMode.access}
            task={t('turn observe mode on or off')}
            onClick={() => setIsAsking(true)}
          >
            {isObserving ? t('Go live…') : t('Start observing…')}
          </PermittedButton>
          <LazyConfirmDialog
            open={isAsking}
            onOpenChange={setIsAsking}
            title={isObserving ? t('Go live?') : t('Start observing?')}
            confirmLabel={isObserving ? t('Go live') : t('Start observing')}
            isDangerous
            isPending={switchMode.isPending}
            onConfirm={() => switchMode.mutate(!isObserving)}
          >
            {isObserving ? <WhatStarts {...mode.goingLive} /> : <WhatStops />}
          </LazyConfirmDialog>
        </div>
      )}
    </SettingsSection>
  )
}

const comparisonLink = (words: ReactNode) => (
  <Link href="/observe" className="text-accent underline underline-offset-2">
    {words}
  </Link>
)

function useSwitchMode(onDone: () => void) {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return useMutation({
    mutationFn: (isObserving: boolean) => call(observeApi.switchMode, { isObserving }),
    onSuccess: (mode) => {
      onDone()
      queryClient.setQueryData(modeKey, mode)
      // All screens take the strip from the session.
      void refresh()
      toast(
        mode.observingSince === null
          ? { title: t('Lockstep is live'), description: t('Orders, stock and messages are now sent.') }
          : { title: t('Observing'), description: t('Nothing is sent until you go live.') },
      )
    },
    onError: (error) => toast({ variant: 'destructive', title: t('Error'), description: errorMessage(error) }),
  })
}

function WhatStops() {
  return (
    <>
      <p>
        {t(
          'Lockstep stops sending immediately: no orders to Amazon, no stock or prices to channels, no messages to customers.',
        )}
      </p>
      <p>{t('Orders already at Amazon still ship, but Lockstep won’t notify channels or customers.')}</p>
    </>
  )
}

/** What is sent at once, counted, and what is left to people. */
function WhatStarts({ ordersToSend, ordersLeft, channelsToTell, accountsToSend }: GoingLive) {
  const starts = [
    ordersToSend > 0
      ? t(
          '{ordersToSend, plural, one {# order} other {# orders}} when due for automatic fulfillment, and all new ones',
          { ordersToSend },
        )
      : t('New orders from channels with automatic fulfillment'),
    channelsToTell > 0 &&
      t('Stock and prices for all SKUs to {channelsToTell, plural, one {# channel} other {# channels}} right away', {
        channelsToTell,
      }),
    accountsToSend > 0 &&
      t(
        'Listing changes to {accountsToSend, plural, one {# Amazon account} other {# Amazon accounts}}, in the next two-way sync',
        { accountsToSend },
      ),
    t('Messages to customers from then on'),
  ].filter((line) => line !== false)
  return (
    <>
      <p>{t('Turn off your other tool first. If both send, orders ship twice. Lockstep will then send:')}</p>
      <ul className="list-disc pl-5">
        {starts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {ordersLeft > 0 && (
        <p>
          {t(
            '{ordersLeft, plural, one {# older open order won’t be sent automatically. Check it in Orders.} other {# older open orders won’t be sent automatically. Check them in Orders.}}',
            { ordersLeft },
          )}
        </p>
      )}
    </>
  )
}
