import { type SubmitEvent, Suspense, useState } from 'react'
import { t } from '#contract/i18n.ts'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { SettingsSection } from '../../settings-section.tsx'
import { useCustomers } from '../api.ts'

const CustomerCard = lazyPart(async () => (await import('./customer-card.tsx')).CustomerCard)

export function CustomerData() {
  // Not in the URL: an email address must not stay in the browser's history.
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const customers = useCustomers(search)

  function find(event: SubmitEvent) {
    event.preventDefault()
    const term = text.trim()
    if (term === search && term) void customers.refetch()
    setSearch(term)
  }

  return (
    <SettingsSection
      title={t('Customer data')}
      description={t('When a customer asks for their data or wants it deleted.')}
    >
      <form aria-label={t('Find a customer')} onSubmit={find}>
        <Field label={t('Email address or order number')}>
          {(control) => (
            <div className="flex flex-wrap gap-2">
              <div className="min-w-0 grow basis-48 sm:max-w-sm">
                <Input
                  {...control}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  autoComplete="off"
                  spellCheck={false}
                />
              </div>
              <Button type="submit" aria-disabled={text.trim() === ''} isPending={customers.isFetching}>
                {t('Find')}
              </Button>
            </div>
          )}
        </Field>
      </form>
      {customers.error && (
        <LoadError
          what={t('The customer')}
          error={customers.error}
          isRetrying={customers.isFetching}
          onRetry={() => void customers.refetch()}
        />
      )}
      {customers.isLoading && <Spinner />}
      {customers.data?.length === 0 && (
        <output className="text-muted">
          {t(
            'No customer found for “{search}”. Enter a complete email address, or the order number as shown on the order.',
            { search },
          )}
        </output>
      )}
      <Suspense fallback={<Spinner />}>
        {customers.data?.map((customer) => (
          <CustomerCard key={customer.id} customer={customer} />
        ))}
      </Suspense>
    </SettingsSection>
  )
}
