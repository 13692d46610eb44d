// A WebSocket for a Node without a built-in one (before 22): the part of RFC 6455 that a bot needs, over ws:// and wss://.

import { randomBytes } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";

export class WebSocket {
  readyState = 0;
  onopen = () => {};
  onmessage = () => {};
  onclose = () => {};
  onerror = () => {};
  #socket;
  #buffer = Buffer.alloc(0);
  #text = [];
  #closed = { code: 1006, reason: "the connection was lost" };

  constructor(address) {
    const url = new URL(address);
    const secure = url.protocol === "wss:";
    const headers = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": randomBytes(16).toString("base64"),
      "sec-websocket-version": "13",
    };
    const { request } = secure ? https : http;
    const opening = request({ host: url.hostname.replace(/^\[|\]$/g, ""), port: url.port || (secure ? 443 : 80), path: url.pathname, headers });
    opening.on("error", (error) => this.#end(error.message));
    opening.on("response", (response) => {
      response.resume();
      this.#end(`HTTP status ${response.statusCode}`);
    });
    opening.on("upgrade", (_response, socket, head) => {
      this.#socket = socket;
      this.readyState = 1;
      socket.setNoDelay(true);
      socket.on("data", (data) => this.#take(data));
      socket.on("error", () => {});
      socket.on("close", () => this.#end());
      this.onopen();
      this.#take(head);
    });
    opening.end();
  }

  send(text) {
    this.#frame(1, Buffer.from(text));
  }

  close(code = 1000) {
    if (this.readyState !== 1) return;
    this.readyState = 2;
    this.#closed = { code, reason: "" };
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    this.#frame(8, payload);
    this.#socket.end();
    // Does not wait for the other end to close.
    setTimeout(() => this.#socket.destroy(), 2000).unref();
  }

  #end(reason) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose(reason ? { code: 1006, reason } : this.#closed);
  }

  #frame(opcode, payload) {
    const long = payload.length > 125;
    const head = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : payload.length), ...(long ? [payload.length >> 8, payload.length & 255] : [])]);
    const mask = randomBytes(4);
    this.#socket.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index % 4])]));
  }

  #take(data) {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    for (let frame; (frame = this.#nextFrame()); ) {
      const { last, opcode, payload } = frame;
      if (opcode === 8) {
        if (this.readyState === 1) {
          this.#closed = { code: payload.length >= 2 ? payload.readUInt16BE() : 1005, reason: payload.subarray(2).toString() };
          this.#frame(8, payload.subarray(0, 2));
        }
        this.#socket.end();
      } else if (opcode === 9) {
        this.#frame(10, payload);
      } else if (opcode <= 1) {
        this.#text.push(payload);
        if (last) this.onmessage({ data: Buffer.concat(this.#text.splice(0)).toString() });
      }
    }
  }

  #nextFrame() {
    const buffer = this.#buffer;
    if (buffer.length < 2) return null;
    let [start, length] = [2, buffer[1] & 127];
    if (length === 126) {
      if (buffer.length < 4) return null;
      [start, length] = [4, buffer.readUInt16BE(2)];
    } else if (length === 127) {
      if (buffer.length < 10) return null;
      [start, length] = [10, Number(buffer.readBigUInt64BE(2))];
    }
    if (buffer.length < start + length) return null;
    this.#buffer = buffer.subarray(start + length);
    return { last: buffer[0] >= 128, opcode: buffer[0] & 15, payload: buffer.subarray(start, start + length) };
  }
}
