// Runs inside a sandbox without a network, as text given to `node -e`: passes what comes to a loopback port there on to a
// socket of the host, tells the program about it as its proxy, and ends as the program ends.
const { connect, createServer } = require('node:net')
const { spawn } = require('node:child_process')
const { constants } = require('node:os')

// A test runner that does not know `?raw` loads this file as a module: then it must do nothing.
if (module.id === '[eval]') run()

function run() {
  const [socket, command, ...args] = process.argv.slice(1)
  const relay = createServer((inner) => {
    const outer = connect(socket)
    const end = () => {
      inner.destroy()
      outer.destroy()
    }
    inner.on('error', end).on('close', end).pipe(outer)
    outer.on('error', end).on('close', end).pipe(inner)
  })
  relay.listen(0, '127.0.0.1', () => {
    const proxy = `http://127.0.0.1:${relay.address().port}`
    const told = {}
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy']) {
      told[name] = proxy
      told[name.toUpperCase()] = proxy
    }
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...told, no_proxy: '', NO_PROXY: '', NODE_USE_ENV_PROXY: '1' },
    })
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      process.exit(127)
    })
    child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  })
  // The program has the same signal: how it ends decides.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
}
