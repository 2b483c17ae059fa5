import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { close, listen, type RunningEmulator } from '../loopback-server.ts'
import { writeStateFile } from '../state-file.ts'
import { createProvider, type OidcClient } from './provider.ts'
import { handleSignIn } from './sign-in.ts'
import { loadState } from './state.ts'

export type OidcOptions = {
  client: OidcClient
  /** 0, or none: the port of the last time if it is free, else any. */
  port?: number
  /** Keeps keys and port; without it both are made anew at each start. */
  stateFile?: string
}

export async function startOidc(options: OidcOptions): Promise<RunningEmulator> {
  const state = loadState(options.stateFile)
  const server = createServer()
  const port = await listen(server, options.port ? [options.port] : [state.port, 0])
  // One that has to make do with another port for once goes back to the address that accounts are bound to.
  if (options.stateFile && !existsSync(options.stateFile)) writeStateFile(options.stateFile, { ...state, port })

  const url = `http://127.0.0.1:${port}`
  const provider = createProvider(url, options.client, state)
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const handling = request.url?.startsWith('/sign-in/')
      ? handleSignIn(provider, options.client.home, request, response)
      : answer(request, response)
    handling.catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  return { url, stop: () => close(server) }
}
