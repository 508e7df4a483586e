"""The parts of the spy; sitecustomize loads them when they are needed."""
