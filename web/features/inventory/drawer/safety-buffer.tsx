import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { t } from '#contract/i18n.ts'
import type { StockDetail } from '#contract/inventory.ts'
import { productsApi, SkuChange } from '#contract/products.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { showServerErrors } from '#web/shared/form-submission.ts'
import { PermittedButton } from '#web/shared/permitted-button.tsx'
import { ServerErrorAlert } from '#web/shared/server-error-alert.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useSaveSafetyBuffer, useStockDetail } from '../api.ts'

export function SafetyBuffer({ detail }: { detail: StockDetail }) {
  const [isChanging, setIsChanging] = useState(false)
  const change = useRef<HTMLButtonElement>(null)

  function close() {
    setIsChanging(false)
    change.current?.focus()
  }

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{bufferSourceText(detail)}</span>
        <PermittedButton
          ref={change}
          access={productsApi.updateSku.access}
          task={t('change the safety buffer')}
          size="small"
          aria-label={t('Change safety buffer')}
          aria-expanded={isChanging}
          onClick={() => setIsChanging(!isChanging)}
        >
          {t('Change')}
        </PermittedButton>
      </div>
      {isChanging && <SafetyBufferForm detail={detail} onClose={close} />}
    </>
  )
}

function bufferSourceText({ safetyBuffer, companyBuffer }: StockDetail): string {
  if (safetyBuffer === 0 && companyBuffer === 0) return t('No units are held back.')
  if (safetyBuffer === companyBuffer) return t('Set for this SKU, same as the company buffer.')
  return safetyBuffer > companyBuffer
    ? t('Set for this SKU. The company buffer is {companyBuffer}.', { companyBuffer })
    : t('Company buffer. This SKU’s own buffer is {safetyBuffer}.', { safetyBuffer })
}

const BufferChange = z.object({ safetyBuffer: SkuChange.shape.safetyBuffer.unwrap() })

type SafetyBufferFormProps = { detail: StockDetail; onClose: () => void }

function SafetyBufferForm({ detail, onClose }: SafetyBufferFormProps) {
  const { id: skuId, productId, safetyBuffer, companyBuffer } = detail
  // Optimistic locking: the version the form was opened with, so that a colleague's change is not overwritten.
  const [version, setVersion] = useState(detail.version)
  const save = useSaveSafetyBuffer()
  const form = useForm({ resolver: zodResolver(BufferChange), defaultValues: { safetyBuffer } })
  const { errors } = form.formState
  const { setFocus } = form

  useEffect(() => setFocus('safetyBuffer', { shouldSelect: true }), [setFocus])

  const submit = form.handleSubmit(async (change) => {
    try {
      await save.mutateAsync({ ...change, productId, skuId, version })
      onClose()
    } catch (error) {
      if (!isConflict(error)) showServerErrors(form, error)
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid gap-3 pb-1 text-ink">
      <Field
        label={t('Safety buffer for this SKU')}
        hint={
          companyBuffer > 0
            ? t('The company holds back at least {companyBuffer, plural, one {# unit} other {# units}} of every SKU.', {
                companyBuffer,
              })
            : undefined
        }
        error={errors.safetyBuffer?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('safetyBuffer', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
      {errors.root?.['server'] && <Alert tone="danger">{errors.root['server'].message}</Alert>}
      {isConflict(save.error) && (
        <ChangedMeanwhile
          skuId={skuId}
          error={save.error}
          onLoaded={(present) => {
            setVersion(present.version)
            form.setValue('safetyBuffer', present.safetyBuffer)
            save.reset()
            setFocus('safetyBuffer', { shouldSelect: true })
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" isPending={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}

type ChangedMeanwhileProps = { skuId: string; error: unknown; onLoaded: (present: StockDetail) => void }

function ChangedMeanwhile({ skuId, error, onLoaded }: ChangedMeanwhileProps) {
  const { refetch, isFetching } = useStockDetail(skuId)

  async function loadAgain() {
    const { data, isSuccess } = await refetch()
    if (isSuccess) onLoaded(data)
  }

  return <ServerErrorAlert error={error} isReloading={isFetching} onReload={() => void loadAgain()} />
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409
}
