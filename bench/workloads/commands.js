// Sequential WebSocket commands, to set up what a row needs.
import { openWebSocket } from '../load/raw-websocket.js';

/** `{ask, close}`; `ask(command)` returns the result and throws if the command fails. */
export async function openCommands(server) {
  let answered = () => {};
  const connection = await openWebSocket(server, (bytes, start, end) =>
    answered(JSON.parse(bytes.toString('utf8', start, end))),
  );
  let id = 0;
  return {
    ask(command) {
      id += 1;
      return new Promise((resolve, reject) => {
        answered = ({ success, result, error }) => {
          if (success) resolve(result);
          else reject(new Error(`${command.type}: ${error.message}`));
        };
        connection.send(JSON.stringify({ id, ...command }));
      });
    },
    close: connection.close,
  };
}
